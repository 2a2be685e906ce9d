/** A grey square of 128 by 128 pixels as PNG, for the case that nothing can be drawn. */
export const plainPicture: Uint8Array = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAIAAAACAAQMAAAD58POIAAAAA1BMVEXk5+pYcSvrAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAGUlEQVRIx2NgGAWjYBSMglEwCkbBKKAvAAAIgAABbisdVAAAAABJRU5ErkJggg==',
  'base64',
);
