/** What doc comments in a source file say of an interface's members. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** One option. */
export interface OptionComment {
  readonly name: string;
  readonly isRequired: boolean;
  readonly type: string;
  /** In the comment's own words; `undefined` where it names none. */
  readonly standard: string | undefined;
  readonly meaning: string;
}

const capital = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** What it is; what it is by default; what else; further sentences. */
const WITH_STANDARD = /^(.*?)[;.] ((?:`[^`]*`|[^;.`])+?) by default(?:, ([^.]*))?\.(?: (.*))?$/;

/** Takes the default out of a comment such as "Counts calls; in memory by default, `false` for none." */
const partsOf = (comment: string): Pick<OptionComment, 'standard' | 'meaning'> => {
  const [, what, standard, otherwise, further] = WITH_STANDARD.exec(comment) ?? [];
  if (what === undefined || standard === undefined) return { standard: undefined, meaning: comment };
  const meaning = [`${what}.`, otherwise && `${capital(otherwise)}.`, further].filter(Boolean).join(' ');
  return { standard: standard === 'None' ? 'none' : standard, meaning };
};

const commentOf = (member: ts.Node): string => {
  const [comment] = ts.getJSDocCommentsAndTags(member);
  return (ts.getTextOfJSDocComment(comment?.comment) ?? '').replaceAll(/\s+/g, ' ');
};

/** @throws Error if the file has no such interface */
const interfaceIn = (file: string, name: string): ts.InterfaceDeclaration => {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ESNext, true);
  const found = source.statements.find((each) => ts.isInterfaceDeclaration(each) && each.name.text === name) as
    ts.InterfaceDeclaration | undefined;
  if (!found) throw new Error(`${file} has no interface ${name}.`);
  return found;
};

/** One function of an interface. */
export interface MethodComment {
  readonly name: string;
  /** As it is called, with its types. */
  readonly signature: string;
  readonly meaning: string;
}

/** The methods of an interface with their comments, in their order. */
export const methodComments = (file: string, name: string): readonly MethodComment[] =>
  interfaceIn(file, name)
    .members.filter(ts.isMethodSignature)
    .map((member) => ({
      name: member.name.getText(),
      signature: member.getText().replace(/;$/, ''),
      meaning: commentOf(member),
    }));

/** The members of an interface with their comments, in their order. */
export const optionComments = (file: string, name: string): readonly OptionComment[] =>
  interfaceIn(file, name)
    .members.filter(ts.isPropertySignature)
    .map((member) => ({
      name: member.name.getText(),
      isRequired: member.questionToken === undefined,
      type: (member.type?.getText() ?? '').replace(/ \| undefined$/, '').replace(/^\((.*)\)$/, '$1'),
      ...partsOf(commentOf(member)),
    }));
