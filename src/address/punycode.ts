/** The parameters of Punycode for IDNA (RFC 3492 §5). */
const [BASE, LEAST, MOST, SKEW, DAMP, FIRST_BIAS, FIRST_CODE] = [36, 1, 26, 38, 700, 72, 0x80];
const LAST_CODE = 0x10ffff;

/** RFC 3492 §6.1. */
function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / DAMP) : delta >> 1;
  rest += Math.floor(rest / count);
  let steps = 0;
  for (; rest > ((BASE - LEAST) * MOST) >> 1; steps += BASE) rest = Math.floor(rest / (BASE - LEAST));
  return steps + Math.floor(((BASE - LEAST + 1) * rest) / (rest + SKEW));
}

/** What an A-label in lower case stands for, of at most 63 characters and given without its `xn--` (RFC 3492 §6.2); `undefined` if it is no Punycode. */
export function decodePunycode(text: string): string | undefined {
  const delimiter = Math.max(text.lastIndexOf('-'), 0);
  const points = Array.from(text.slice(0, delimiter), (each) => each.charCodeAt(0));
  let [code, place, bias] = [FIRST_CODE, 0, FIRST_BIAS];
  for (let at = delimiter && delimiter + 1; at < text.length;) {
    const before = place;
    for (let [weight, step, isLast] = [1, BASE, false]; !isLast; step += BASE) {
      const digit = 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(text[at++] ?? '-');
      if (digit < 0) return undefined;
      place += digit * weight;
      const threshold = Math.min(Math.max(step - bias, LEAST), MOST);
      isLast = digit < threshold;
      weight *= BASE - threshold;
    }
    const count = points.length + 1;
    bias = adapt(place - before, count, before === 0);
    code += Math.floor(place / count);
    if (code > LAST_CODE) return undefined;
    place %= count;
    points.splice(place++, 0, code);
  }
  return String.fromCodePoint(...points);
}
