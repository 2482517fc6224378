/** For `test/process/exports.test.ts`: what of this feature only tests import, by the reason. */
import type { TestedAlone } from '../../unit/support/tested-alone.ts'

export const testedAlone: TestedAlone = {
  'a test makes a document or a screen of it': ['PrecisionRecallPlot', 'RocPlot'],
}
