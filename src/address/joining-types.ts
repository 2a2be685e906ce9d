/**
 * The letters of scripts whose letters join, by what they join to (Joining_Type in ArabicShaping.txt of Unicode 17), as parts of a class of a
 * regular expression with the flag `u`. Letters that UTS 46 maps to others are left out, and
 * so are numbers and signs, which no label may have (RFC 5892 §2.1).
 */

/** Those that join to the letter before them: types R and D. */
const TO_BEFORE = [
  String.raw`\u0620\u0622-\u063f\u0641-\u064a\u066e\u066f\u0671-\u0673\u0679-\u06d3\u06d5\u06ee\u06ef\u06fa-\u06fc\u06ff`,
  String.raw`\u0710\u0712-\u072f\u074d-\u077f\u07ca-\u07ea\u0840-\u0858\u0860\u0862-\u0865\u0867-\u086a\u0870-\u0882\u0886`,
  String.raw`\u0889-\u088f\u08a0-\u08ac\u08ae-\u08c8\u1820-\u1878\u1887-\u18a8\u18aa\ua840-\ua871\u{10ac0}-\u{10ac5}`,
  String.raw`\u{10ac7}\u{10ac9}\u{10aca}\u{10ace}-\u{10ad6}\u{10ad8}-\u{10ae1}\u{10ae4}\u{10b80}-\u{10b91}`,
  String.raw`\u{10d01}-\u{10d23}\u{10ec2}-\u{10ec4}\u{10ec6}\u{10ec7}\u{10f30}-\u{10f44}\u{10f70}-\u{10f81}\u{10fb0}`,
  String.raw`\u{10fb2}-\u{10fb6}\u{10fb8}-\u{10fbf}\u{10fc1}-\u{10fc4}\u{1e900}-\u{1e943}`,
].join('');
/** Of these, those that do not join to the letter after them: type R. */
const TO_BEFORE_ALONE = [
  String.raw`\u0622-\u0625\u0627\u0629\u062f-\u0632\u0648\u0671-\u0673\u0688-\u0699\u06c0\u06c3-\u06cb\u06cd\u06cf\u06d2`,
  String.raw`\u06d3\u06d5\u06ee\u06ef\u0710\u0715-\u0719\u071e\u0728\u072a\u072c\u072f\u074d\u0759-\u075b\u076b\u076c\u0771`,
  String.raw`\u0773\u0774\u0778\u0779\u0840\u0846\u0847\u0849\u0854\u0856-\u0858\u0867\u0869\u086a\u0870-\u0882\u088e`,
  String.raw`\u08aa-\u08ac\u08ae\u08b1\u08b2\u08b9\u{10ac5}\u{10ac7}\u{10ac9}\u{10aca}\u{10ace}-\u{10ad2}\u{10add}\u{10ae1}`,
  String.raw`\u{10ae4}\u{10b81}\u{10b83}-\u{10b85}\u{10b89}\u{10b8c}\u{10b8e}\u{10b8f}\u{10b91}\u{10d22}\u{10ec2}\u{10f33}`,
  String.raw`\u{10f74}\u{10f75}\u{10fb4}-\u{10fb6}\u{10fb9}\u{10fba}\u{10fbd}\u{10fc2}\u{10fc3}`,
].join('');
/** Those that join to the letter after them alone: type L. */
const TO_AFTER_ALONE = String.raw`\ua872\u{10acd}\u{10ad7}\u{10d00}`;

/** Between letters, marks do not count: nearly all of them are of type T, and no word has more in one place. */
const MARKS = String.raw`[\p{Mn}\p{Me}]{0,9}`;

/** A zero width non-joiner that parts letters which would join (RFC 5892 appendix A.1, the second rule). */
export const PARTED = new RegExp(
  `(?<=(?![${TO_BEFORE_ALONE}])[${TO_BEFORE}${TO_AFTER_ALONE}]${MARKS})\\u200c(?=${MARKS}[${TO_BEFORE}])`,
  'gu',
);
