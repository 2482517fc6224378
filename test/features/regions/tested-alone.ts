/** For `test/process/exports.test.ts`: what of this feature only tests import, by the reason. */
import type { TestedAlone } from '../../unit/support/tested-alone.ts'

export const testedAlone: TestedAlone = {
  'its caller needs a whole page, run or model folder': ['boxBetween', 'middleBox', 'nudged'],
}
