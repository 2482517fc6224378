/** JSON that loses nothing, and what Python makes of values, numbers, texts and paths. */
export { canonicalJson } from './canonical-json.ts'
export { parseFloatPython, roundToHundredths } from './floats.ts'
export {
  isJsonArray,
  isJsonObject,
  isJsonSpace,
  isNumberText,
  type Json,
  type JsonAllowance,
  type JsonKeep,
  JsonLimitError,
  type JsonObject,
  JsonSyntaxError,
  jsonAllowance,
  jsonLine,
  keyText,
  type NumberText,
  ofAllowance,
  parseJson,
  type StringifyOptions,
  stringifyJson,
} from './json.ts'
export { parsePythonLiteral } from './literals.ts'
export { ownValue, setOwn } from './own-value.ts'
export {
  byCodePoint,
  isAbsolute,
  isInside,
  join,
  matches,
  normalise,
  parentFolder,
  rooted,
  unrooted,
} from './paths.ts'
export {
  afterLast,
  length,
  punctuation,
  singleSpaced,
  spaceClass,
  strip,
  stripCharacter,
  stripEnd,
  wordClass,
  words,
} from './texts.ts'
export {
  equal,
  floatJson,
  floatRepr,
  get,
  hashKey,
  jsonNumber,
  type MaybeJson,
  str,
  truthy,
} from './values.ts'
