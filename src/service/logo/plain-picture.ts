/** A transparent picture of 1 by 1 pixel as PNG, which is invisible on a page. */
export const emptyPicture: Uint8Array = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADUlEQVQI12NgYGBgAAAABQABXvMqOgAAAABJRU5ErkJggg==',
  'base64',
);

/** A grey square of 128 by 128 pixels as PNG, for the case that nothing can be drawn. */
export const plainPicture: Uint8Array = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAIAAAACAAQMAAAD58POIAAAAA1BMVEXk5+pYcSvrAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAGUlEQVRIx2NgGAWjYBSMglEwCkbBKKAvAAAIgAABbisdVAAAAABJRU5ErkJggg==',
  'base64',
);
