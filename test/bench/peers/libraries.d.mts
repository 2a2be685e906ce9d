/** Each installed library as a function from an address to our words for what it says. */
export const libraries: Readonly<Record<string, () => (address: string) => Promise<string>>>;
/** The version that is installed; undefined where there is none. */
export function versionOf(name: string): string | undefined;
