/** What the workshop says, in the language of its page. */

import ENGLISH from "../../src/dragoman/web/pages/workshop/words.pot";

let told: Record<string, string> = ENGLISH;

export function speak(words: Record<string, string> | undefined): void {
  told = words ?? ENGLISH;
}

export function say(word: string, about: Record<string, string | number> = {}): string {
  return (told[word] ?? ENGLISH[word] ?? word).replace(/\{(\w+)\}/g, (_, name: string) => String(about[name] ?? ""));
}
