/** Norwegian, where no form of it is named, is Bokmål. */
export { catalogue } from './nb.js';
