/** A value of RFC 8187 §3.2 in UTF-8; `undefined` if it is another, or cannot be decoded. */
const extendedValue = (text: string): string | undefined => {
  const [, encoded] = /^utf-8'[^']*'(.*)$/i.exec(text) ?? [];
  try {
    return encoded === undefined ? undefined : decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
};

/** The name of the file that a `Content-Disposition` gives (RFC 6266 §4.3), without its folders; `''` if it has none. */
export const fileNameIn = (header: string | null): string => {
  const parameters = (header ?? '').matchAll(/;\s*(filename\*?)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]+))/gi);
  const values = new Map<string, string>();
  for (const [, name = '', quoted, token = ''] of parameters)
    values.set(name.toLowerCase(), quoted?.replace(/\\(.)/g, '$1') ?? token);
  const file = extendedValue(values.get('filename*') ?? '') ?? values.get('filename') ?? '';
  return file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);
};
