/** The turns of a test, judged: in Node as in a browser. */

export async function judged({ Judge, Teller }, module, groups) {
  const found = [];
  for (const { tables, words, turns } of groups) {
    const judge = await Judge.load(module, tables);
    const teller = new Teller(tables, words);
    found.push(turns.map(({ position, orders }) => {
      const resolution = judge.adjudicate(position, orders);
      const { unused, ...rest } = resolution;
      const told = rest.outcomes.map(one => [teller.fate(resolution, one), teller.short(resolution, one)]);
      const legal = judge.legalOrders(position).map(one => [one.power, one.unit, one.orders]);
      return { ...rest, unused: unused.map(one => [one.power, one.order, one.reason]).sort(), legal, told };
    }));
  }
  return found;
}
