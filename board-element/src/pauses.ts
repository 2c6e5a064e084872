/** When something is done that nobody waits for. */

/** Once the frame at hand is painted. */
export function afterFrame(act: () => void): void {
  requestAnimationFrame(() => setTimeout(act));
}

/** Between two pieces of work, so that a gesture need not wait for both. */
export function pause(): Promise<void> {
  return new Promise(then => setTimeout(then));
}
