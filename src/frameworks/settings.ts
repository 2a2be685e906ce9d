import type { ReactiveElement } from '@lit/reactive-element';
import type { EmailCheckElement } from '../element/email-check-element.js';

/** Whether two types are one and the same, `readonly` included. */
type IsSame<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;

/** Names of the properties that a page may write; methods and read-only properties are left out. */
type WritableKey<Type> = {
  [Key in keyof Type]: Type[Key] extends (...parameters: never[]) => unknown
    ? never
    : IsSame<Pick<Type, Key>, { -readonly [Same in Key]: Type[Same] }> extends true
      ? Key
      : never;
}[keyof Type];

type Own = Omit<EmailCheckElement, keyof ReactiveElement>;

type PropertyName = WritableKey<Own>;

type Dashed<Name extends string> = Name extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `-${Lowercase<Letter>}`}${Dashed<Rest>}`
  : '';

/** The attribute of a property; one that is an object has none. */
type AttributeName<Name extends PropertyName> = Own[Name] extends object
  ? never
  : Name extends 'htmlFor'
    ? 'for'
    : Dashed<Name>;

/** A number may be written as in HTML. */
type AttributeValue<Value> = Value extends number ? Value | `${number}` : Value;

/** The element's attributes as a template language takes them; `true` is an attribute that is there. */
export type Attributes = { [Name in PropertyName as AttributeName<Name>]?: AttributeValue<Own[Name]> | undefined };

/** The properties that a page may set and whose names are not those of attributes. */
export type Properties = { [Name in Exclude<PropertyName, keyof Attributes>]?: Own[Name] | undefined };
