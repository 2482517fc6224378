/** The verdict on the use of the images, among the findings of a run. */
import { canContinue } from '../../../app/state/passes.ts'
import { type CardMaker, isJudged } from '../../../ui/results/findings/finding-cards.ts'
import { resultsHref } from '../../../ui/state/router.ts'
import { auditSentence } from '../text/audit-words.ts'
import { auditIn } from './audit-view.tsx'

export const notAsked =
  'It is not known whether the model looks: no pass has asked the questions without their images.'

/** Where no pass changed the images, what to do to know it. */
export const imageUseCard: CardMaker = ({ run, overview, probes }) => {
  if (run.probe || !isJudged(overview)) return null
  const audit = auditIn({ probes })
  const card = { id: 'looks', title: 'Does it look?', lines: [], samples: [] }
  if (audit)
    return {
      ...{ ...card, sentences: [auditSentence(audit)], isShown: true, weight: 120 },
      link: { href: resultsHref(run.id, 'audit'), text: 'Image use' },
    }
  if (!canContinue(run)) return null
  return {
    ...{ ...card, sentences: [notAsked], isShown: false, weight: 80 },
    link: { href: resultsHref(run.id, 'audit'), text: 'Ask without the images' },
  }
}
