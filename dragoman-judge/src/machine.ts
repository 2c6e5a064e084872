/** The machine code with its memory: functions that are called by name, and the columns of the turn that
 * they work on. Where each lies, a note in the code says. */

interface Note {
  /** For each function and argument the arrays that it takes; null for a number. */
  takes: Record<string, (string[] | null)[]>;
  size: { locations: number; words: number };
  slab: number;
  columns: Record<string, Record<string, number>>;
  masks: number;
  sets: Record<string, number>;
  numbers: string[];
  tables: Record<string, string[]>;
}

/** How many legal orders there is room to list. */
const LISTED = 1 << 17;
const PAGE = 1 << 16;

export class Machine {
  readonly digest: string;
  readonly size: { locations: number; words: number };
  private readonly note: Note;
  private readonly prefix: string;
  private readonly addresses: Record<string, number> = {};
  private readonly memory: WebAssembly.Memory;
  private readonly slab: Int32Array;
  private readonly masks: BigInt64Array;
  private readonly numbers: BigInt64Array;
  private readonly given: BigInt64Array;
  private top: number;

  constructor(private readonly instance: WebAssembly.Instance, tables: Record<string, readonly number[]>) {
    this.memory = instance.exports.memory as WebAssembly.Memory;
    const name = Object.keys(instance.exports).find(one => one.endsWith("_note"));
    if (!name) throw new Error("this WebAssembly is no judge of Dragoman's");
    this.prefix = name.slice(0, -"note".length);
    this.note = JSON.parse(this.text("note")) as Note;
    this.digest = this.text("digest");
    this.size = this.note.size;
    this.top = this.exported("__heap_base");
    const { words } = this.size;
    const links = LISTED / 8;
    const bytes: Record<string, number> = { slab: 4 * this.note.slab, masks: 8 * this.note.masks, numbers: 8 * this.note.numbers.length };
    for (const one of ["found", "routes"]) bytes[one] = 4 * LISTED;
    for (const one of ["link_army", "link_goal", "link_next"]) bytes[one] = 4 * links;
    for (const one of ["link_helps", "link_needs"]) bytes[one] = 8 * words * links;
    bytes["starts"] = 4 * (2 * this.size.locations + 1);
    for (const one of ["counts", "dues"]) bytes[one] = 8 * 2 * this.size.locations;
    bytes["given"] = 8 * 64;
    for (const [part, length] of Object.entries(bytes)) this.reserve(part, length);
    for (const [part, one] of Object.entries(tables)) this.reserve(part, 4 * one.length);
    const missing = this.top - this.memory.buffer.byteLength;
    if (missing > 0) this.memory.grow(Math.ceil(missing / PAGE));
    for (const [part, one] of Object.entries(tables)) this.cells(part, one.length).set(one);
    this.slab = this.cells("slab", this.note.slab);
    this.masks = new BigInt64Array(this.memory.buffer, this.addresses["masks"], this.note.masks);
    this.numbers = new BigInt64Array(this.memory.buffer, this.addresses["numbers"], this.note.numbers.length);
    this.given = new BigInt64Array(this.memory.buffer, this.addresses["given"], 64);
    this.set("listed_room", LISTED);
    this.set("link_room", links);
  }

  /** Have the turn take place on another table from now on. */
  use(part: string, table: string): void {
    this.addresses[part] = this.addresses[table]!;
  }

  call(name: string, ...numbers: (number | boolean)[]): number {
    let place = 0;
    let next = 0;
    for (const parts of this.note.takes[name]!) {
      if (!parts) this.given[place++] = BigInt(numbers[next++]!);
      else for (const part of parts) this.given[place++] = BigInt(this.addresses[part]!);
    }
    const called = this.instance.exports[this.prefix + name] as (given: number) => bigint;
    return Number(called(this.addresses["given"]!));
  }

  number(name: string): number {
    return Number(this.numbers[this.note.numbers.indexOf(name)]);
  }

  set(name: string, value: number): void {
    this.numbers[this.note.numbers.indexOf(name)] = BigInt(value);
  }

  /** A column of the turn, from its first row on; `orders.type` for one of a group. */
  column(name: string): Int32Array {
    const [group, own] = name.includes(".") ? name.split(".") as [string, string] : ["", name];
    return this.slab.subarray(this.note.columns[group]![own]!);
  }

  /** The first numbers of an array that grows. */
  cells(part: string, length: number): Int32Array {
    return new Int32Array(this.memory.buffer, this.addresses[part], length);
  }

  /** How many orders were listed in each of the first rows. */
  counts(length: number): number[] {
    return [...new BigInt64Array(this.memory.buffer, this.addresses["counts"], length)].map(Number);
  }

  /** The units of a set, by their numbers. */
  members(name: string, row = 0): number[] {
    const { words } = this.size;
    const found: number[] = [];
    for (let word = 0; word < words; word++) {
      let bits = BigInt.asUintN(64, this.masks[(this.note.sets[name]! + row) * words + word]!);
      for (let unit = 64 * word; bits; unit++, bits >>= 1n) if (bits & 1n) found.push(unit);
    }
    return found;
  }

  /** The table of some name in the tables of the turn: it has no end. */
  table(part: string, name: string): Int32Array {
    const header = this.cells(part, this.note.tables[part]!.length);
    const at = header[this.note.tables[part]!.indexOf(name)]!;
    return new Int32Array(this.memory.buffer, this.addresses[part]! + 4 * at);
  }

  /** A number in the tables of the turn. */
  fact(part: string, name: string): number {
    return this.cells(part, this.note.tables[part]!.length)[this.note.tables[part]!.indexOf(name)]!;
  }

  private reserve(part: string, bytes: number): void {
    this.top = Math.ceil(this.top / 64) * 64;
    this.addresses[part] = this.top;
    this.top += bytes;
  }

  private exported(name: string): number {
    return (this.instance.exports[name] as WebAssembly.Global).value as number;
  }

  private text(name: string): string {
    const bytes = new Uint8Array(this.memory.buffer, this.exported(this.prefix + name));
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }
}
