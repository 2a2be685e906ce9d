export { jose } from './jose.js';
export { installWords, isMissing, type OptionalPackage } from './optional-package.js';
