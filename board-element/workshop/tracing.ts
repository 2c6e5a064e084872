/** The picture under the map. It is the designer's own, and never leaves his browser. */

import type { Background } from "./sheet";

const STORE = "pictures";
const MOST = 20_000_000;

/** A picture from a file; nothing where it is none, or too large. */
export async function readPicture(file: File): Promise<Omit<Background, "opacity"> | null> {
  if (file.size > MOST) return null;
  const url = await new Promise<string>((read, fail) => {
    const reader = new FileReader();
    reader.onload = () => read(String(reader.result));
    reader.onerror = fail;
    reader.readAsDataURL(file);
  });
  const picture = new Image();
  picture.src = url;
  try {
    await picture.decode();
  } catch {
    return null;
  }
  return { url, width: picture.naturalWidth || 1000, height: picture.naturalHeight || 700 };
}

function opened(): Promise<IDBDatabase> {
  return new Promise((have, fail) => {
    const asked = indexedDB.open("dip-workshop", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(STORE);
    asked.onsuccess = () => have(asked.result);
    asked.onerror = () => fail(asked.error);
  });
}

async function asked<Of>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<Of>): Promise<Of | null> {
  try {
    const base = await opened();
    return await new Promise((have, fail) => {
      const request = ask(base.transaction(STORE, mode).objectStore(STORE));
      request.onsuccess = () => have(request.result);
      request.onerror = () => fail(request.error);
    });
  } catch {
    return null; // a browser that keeps nothing: it is there until the page is left
  }
}

export const keep = (key: string, picture: Background): Promise<unknown> => asked("readwrite", store => store.put(picture, key));
export const forget = (key: string): Promise<unknown> => asked("readwrite", store => store.delete(key));
export const kept = async (key: string): Promise<Background | null> => (await asked<Background | undefined>("readonly", store => store.get(key) as IDBRequest<Background | undefined>)) ?? null;
