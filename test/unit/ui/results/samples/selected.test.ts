/** What can be done with samples that were selected or ticked. */
import { expect, test } from 'vitest'
import { samplesCsv } from '../../../../../src/ui/results/samples/saved-samples.ts'
import { ticksAfter } from '../../../../../src/ui/results/samples/use-ticks.ts'
import { row } from '../../../support/judged-rows.ts'

test('a press ticks what is not ticked, and unticks what is', () => {
  const ticked = ticksAfter(ticksAfter(new Set(), [1]), [1, 2, 3])
  expect([...ticked]).toEqual([1, 2, 3])
  expect([...ticksAfter(ticked, [2])]).toEqual([1, 3])
  expect(ticksAfter(ticked, [3, 2, 1]).size).toBe(0)
})

test('the table has question, options, answers, reply, verdict and tags', () => {
  const rows = [7, 9].map(index => ({
    ...row({ id: `x_${index}`, image: 'a.png', verdict: 'wrong' as const }),
    ...{ index, kind: 'choice' as const, options: 2, confidence: null },
  }))
  const texts = [
    {
      ...{ index: 7, question: 'Which side?', options: ['A. Left', 'B. Right'] },
      ...{ right: 'A. Left', given: 'B. Right', reply: 'B, "right"' },
    },
  ]
  const text = samplesCsv(rows, texts, index => (index === 7 ? ['odd', 'for Ada'] : []))
  const [head, ...lines] = text.split('\r\n')
  expect(head).toBe(
    'index,id,task,parts,modality,dataset,image,kind,question,options,right_answer,model_answer,reply,verdict,unparsed,confidence,findings,tags',
  )
  expect(lines[0]).toContain('choice,Which side?,"A. Left\nB. Right",A. Left,B. Right,"B, ""right""",wrong,')
  expect(lines[0]?.endsWith('"odd\nfor Ada"')).toBe(true)
})
