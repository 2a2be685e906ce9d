/**
 * `npm run accuracy`: how often we are right, beside other libraries. Fails where a figure is beyond its bar.
 *
 * PEERS names the folder of the other libraries (`peers/libraries.mjs` says how to install them there); without it their columns
 * say "not installed". SYNTAX_SET, or the first argument, names a JSON file of `{ address, valid }` to judge syntax by; without
 * one the cases of the project's own tests are taken. REPLY_SET, in the same way, names one of mail hosts' replies with their meanings.
 */
import { measureMatrix } from './accuracy-matrix.js';
import { measureReplies } from './accuracy-replies.js';
import { measureSuggestions } from './accuracy-suggestions.js';
import { measureInternational, measureSyntax } from './accuracy-syntax.js';
import { print } from './figures.js';

print(await measureMatrix());
print(measureReplies(process.env.REPLY_SET));
print(measureSyntax(process.argv[2] ?? process.env.SYNTAX_SET));
print(measureInternational());
print(await measureSuggestions());
