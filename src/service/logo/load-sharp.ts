import type sharp from 'sharp';

/** The library that decodes and draws pictures. */
export type Sharp = typeof sharp;

/** The drawing library, from the first picture on: it takes longer to load than all else of the service. */
export const loadSharp = async (): Promise<Sharp> => (await import('sharp')).default;
