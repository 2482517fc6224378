/** Why a value is exported although only tests import it, and no public function can be tested instead. */
type Reason =
  | 'its golden file is the output of the official code'
  | 'its figures are those of a specification'
  | 'it is held against the truth over thousands of draws'
  | 'it is a table, of which a test reads every entry'
  | 'the fuzzer writes what it reads'
  | 'a test makes a document or a screen of it'
  | 'a command of the tests prints it'
  | 'it decides from what its caller asks of the machine, the browser or ONNX Runtime'
  | 'its caller needs a whole page, run or model folder'

/** Names of such values, by their reason. */
export type TestedAlone = Readonly<Partial<Record<Reason, readonly string[]>>>
