import { readFileSync } from 'node:fs';
import type { Manifest } from '../demo/reference.js';

/** The attributes of the element by name, and the names of its events, as `custom-elements.json` describes them. */
export const readManifest = () => {
  const { modules } = JSON.parse(readFileSync('custom-elements.json', 'utf8')) as Manifest;
  const declared = modules.flatMap(({ declarations }) => declarations);
  const attributes = declared.flatMap((each) => each.attributes ?? []);
  return {
    attributes: new Map(attributes.map((each) => [each.name, each])),
    events: declared.flatMap((each) => each.events ?? []).map(({ name }) => name),
  };
};
