import { useMemo, useState } from 'react'
import { counted } from '../../../../engine/base/counted.ts'
import { type ErrorInfo, internalError } from '../../../../engine/base/errors.ts'
import { useFact } from '../../../../ui/hooks/use-fact.ts'
import { Button } from '../../../../ui/shared/controls/button.tsx'
import { Awaited, ErrorBox } from '../../../../ui/shared/controls/error-box.tsx'
import { ChoiceField, OptionalNumberField } from '../../../../ui/shared/controls/fields.tsx'
import { navigate } from '../../../../ui/state/router.ts'
import type { Desk } from '../../app/desk-commands.ts'
import { markQueue } from '../../engine/marks/mark-queue.ts'
import { reasonScale } from '../../engine/marks/mark-set.ts'
import { useDesk } from '../use-desk.ts'
import { beginLabelling } from './labelling.ts'

const seed = 1

/** A study of the replies of some runs, which people rate without seeing what they are of. */
export function RatingForm({ runs }: { readonly runs: readonly string[] }) {
  const [which, setWhich] = useState<'all' | 'wrong'>('all')
  const [most, setMost] = useState<number | null>(null)
  const desk = useDesk()
  const toMark = useFact('toMark', { runs, set: reasonScale, which }, 0)
  const answers = toMark.status === 'ready' ? toMark.value.answers : null
  const replies = useMemo(() => answers && markQueue(answers, { most, seed, by: '' }), [answers, most])
  return (
    <div className="column">
      <p className="prose">
        Raters get a study with the image, the question, its options and the reply. It does not contain the
        runs or the right answers. Several runs are mixed.
      </p>
      <div className="tiles">
        <ChoiceField
          label="Replies"
          value={which}
          choices={[
            { value: 'all', text: 'All' },
            { value: 'wrong', text: 'Wrong ones' },
          ]}
          onChange={setWhich}
        />
        <OptionalNumberField
          label="At most"
          unit="replies, drawn; the same ones for everybody"
          none="all"
          value={most}
          most={10_000}
          onChange={setMost}
        />
      </div>
      <Awaited of={toMark} doing="Looking for replies…" />
      {replies?.length === 0 && (
        <p className="prose">
          None of these answers has five words or more, so there are no reasons to rate.
        </p>
      )}
      {replies && replies.length > 0 && (
        <p>{counted(replies.length, 'reply', 'replies')} of five words or more.</p>
      )}
      {desk.status !== 'ready' && <Awaited of={desk} doing="Opening the studies…" />}
      {desk.status === 'ready' && replies && replies.length > 0 && (
        <MakeRating
          desk={desk.desk}
          replies={replies.map(({ run, index }) => ({ run: runs[run] ?? '', index }))}
        />
      )}
    </div>
  )
}

interface MakeProps {
  readonly desk: Desk
  readonly replies: readonly { readonly run: string; readonly index: number }[]
}

function MakeRating({ desk: { remote }, replies }: MakeProps) {
  const [error, setError] = useState<ErrorInfo | null>(null)
  const [isMaking, setMaking] = useState(false)
  const make = async () => {
    setError(null)
    setMaking(true)
    try {
      await remote.makeRating({ replies, seed })
      beginLabelling([...new Set(replies.map(({ run }) => run))])
      navigate('#/people')
    } catch (thrown) {
      setError(internalError('', thrown))
    }
    setMaking(false)
  }
  return (
    <>
      {error && <ErrorBox error={error} />}
      <div className="actions">
        <Button look="primary" disabled={isMaking} onClick={make}>
          {isMaking ? 'Making the study…' : 'Make the study'}
        </Button>
      </div>
    </>
  )
}
