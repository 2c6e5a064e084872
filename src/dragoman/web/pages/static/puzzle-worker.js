// Finds the number of a puzzle: the one that, written behind the salt, has the SHA-256 that is asked
// for. Browsers have SHA-256 of their own over HTTPS alone, and take long to be asked each time.
"use strict";

function constants() {
  const fraction = x => ((x - Math.floor(x)) * 2 ** 32) | 0;
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every(one => n % one !== 0)) primes.push(n);
  return [
    Int32Array.from(primes, n => fraction(Math.cbrt(n))),
    Int32Array.from(primes.slice(0, 8), n => fraction(Math.sqrt(n))),
  ];
}

function numberOf({ salt, challenge, maxnumber }) {
  const [k, start] = constants();
  const [w, state] = [new Int32Array(64), new Int32Array(8)];

  // One block of 64 bytes, of which the first sixteen words are in w.
  function compress() {
    for (let i = 16; i < 64; i++) {
      const x = w[i - 15];
      const y = w[i - 2];
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
    }
    let a = state[0], b = state[1], c = state[2], d = state[3];
    let e = state[4], f = state[5], g = state[6], h = state[7];
    for (let i = 0; i < 64; i++) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const one = (h + s1 + ((e & f) ^ (~e & g)) + k[i] + w[i]) | 0;
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g; g = f; f = e; e = (d + one) | 0; d = c; c = b; b = a; a = (one + two) | 0;
    }
    state[0] += a; state[1] += b; state[2] += c; state[3] += d;
    state[4] += e; state[5] += f; state[6] += g; state[7] += h;
  }

  function hash(bytes, length) {
    state.set(start);
    const blocks = (length + 72) >> 6;
    for (let block = 0; block < blocks; block++) {
      w.fill(0, 0, 16);
      const begin = block * 64;
      for (let at = begin; at < begin + 64 && at <= length; at++) {
        const byte = at === length ? 128 : bytes[at];
        w[(at - begin) >> 2] |= byte << (24 - 8 * (at & 3));
      }
      if (block === blocks - 1) w[15] = length * 8;
      compress();
    }
  }

  const wanted = Int32Array.from(challenge.match(/.{8}/g), word => parseInt(word, 16) | 0);
  const bytes = new Uint8Array(salt.length + 16);
  for (let i = 0; i < salt.length; i++) bytes[i] = salt.charCodeAt(i);
  for (let number = 0; number <= maxnumber; number++) {
    const digits = String(number);
    for (let i = 0; i < digits.length; i++) bytes[salt.length + i] = digits.charCodeAt(i);
    hash(bytes, salt.length + digits.length);
    if (state[0] === wanted[0] && state.every((word, i) => word === wanted[i])) return number;
  }
  throw new Error("no number fits");
}

self.onmessage = ({ data }) => self.postMessage(numberOf(data));
