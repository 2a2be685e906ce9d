/** The keywords of JSON Schema (draft 2020-12, as in OpenAPI 3.1) that the description needs. */
export interface Schema {
  readonly description?: string;
  readonly type?: 'array' | 'boolean' | 'integer' | 'object' | 'string';
  readonly format?: 'idn-email' | 'uri';
  readonly enum?: readonly (boolean | string)[];
  readonly const?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly oneOf?: readonly Schema[];
  readonly examples?: readonly unknown[];
}

/** An object with these fields and no others. */
export const objectOf = (properties: Readonly<Record<string, Schema>>, optional: readonly string[] = []): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
