/** The fields of a JSON object; none if the value is something else. */
export const asObject = (value: unknown): Record<string, unknown> => Object(value) as Record<string, unknown>;

/** A string, or a number or boolean written as one; `''` for all else. */
export const asText = (value: unknown): string => (/^(string|number|boolean)$/.test(typeof value) ? String(value) : '');

/** `true`, `1`, `"true"` and `"1"`. Services send booleans as strings, and `"false"` and `"0"` are truthy in JavaScript. */
export const asFlag = (value: unknown): boolean => /^(true|1)$/i.test(asText(value));

/** A finite number, also from its decimal string; `undefined` for all else. */
export const asNumber = (value: unknown): number | undefined => {
  const text = asText(value).trim();
  return text && Number.isFinite(+text) ? +text : undefined;
};
