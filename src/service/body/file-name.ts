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

/** The name of the file with the results of a list. */
export const resultsFileOf = (listName: string): string =>
  `${listName.replace(/\.(?:csv|txt)$/i, '') || 'list'}-results.csv`;

/** The `Content-Disposition` of a file (RFC 6266): only ASCII in the old parameter, all characters in the new one. */
export const attachmentNamed = (file: string): string => {
  const plain = file.replace(/[^\w.() -]/g, '_');
  const whole = encodeURIComponent(Buffer.from(file).toString()).replace(
    /['()*]/g,
    (each) => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`;
};
