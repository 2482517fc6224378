/** For `test/process/exports.test.ts`: what of this feature only tests import, by the reason. */
import type { TestedAlone } from '../../unit/support/tested-alone.ts'

export const testedAlone: TestedAlone = {
  'a command of the tests prints it': ['recomputedCases'],
  'its caller needs a whole page, run or model folder': ['labelNamesIn'],
}
