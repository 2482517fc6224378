import type { FeatureMethods } from '../../../ui/report/feature-methods.ts'
import { auditSentence, auditWords } from '../text/audit-words.ts'
import { auditIn } from './audit-view.tsx'

export const auditMethods: FeatureMethods = {
  about: 'passes',
  words: facts => auditIn(facts) && auditWords,
  result: facts => {
    const audit = auditIn(facts)
    return audit && auditSentence(audit)
  },
  citations: () => [],
}
