export { avatarsProvider, type AvatarOptions } from './avatars.js';
export { contactsProvider, type ContactLookup } from './contacts.js';
export {
  createEnricher,
  EnrichmentError,
  hasFound,
  nothingFound,
  type EnrichmentResult,
  type Enricher,
} from './enricher.js';
export { inferenceProviders, type InferenceOptions } from './inference.js';
export { personFields, photoFields, type Fields, type Provider } from './provider.js';
