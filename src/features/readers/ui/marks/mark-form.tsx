import { type FormEvent, useState } from 'react'
import { Button } from '../../../../ui/shared/controls/button.tsx'
import { ChoiceField, OptionalNumberField } from '../../../../ui/shared/controls/fields.tsx'
import { hrefWith, navigate } from '../../../../ui/state/router.ts'
import type { MarkSet } from '../../engine/marks/mark-set.ts'
import { agreedCode } from '../../engine/marks/marks.ts'
import { CodeField } from '../code-field.tsx'
import { beginLabelling } from './labelling.ts'
import type { MarkAddress } from './mark-address.ts'

interface Props {
  readonly address: MarkAddress
  readonly sets: readonly MarkSet[]
  readonly sample: string | null
}

/** Who marks what. */
export function MarkForm({ address, sets, sample }: Props) {
  const [code, setCode] = useState('')
  const [setId, setSetId] = useState(address.set || (sets[0]?.id ?? ''))
  const [which, setWhich] = useState<MarkAddress['which']>('wrong')
  const [most, setMost] = useState(address.most)
  const set = sets.find(one => one.id === setId) ?? sets[0]
  const by = code.trim()
  const begin = (event: FormEvent) => {
    event.preventDefault()
    if (by === '' || !set) return
    const agreed = { which: 'differing', most: null }
    const selection = { which, most: most === null ? null : String(most) }
    if (by !== agreedCode) beginLabelling(address.runs)
    navigate(hrefWith({ by, set: set.id, ...(by === agreedCode ? agreed : selection) }))
  }
  return (
    <form className="column" onSubmit={begin}>
      <p className="prose">
        You see the image, the question, the answer and the right one, but no labels of others. Each label is
        stored at once. Until someone chooses to see them all, this browser hides everyone’s labels.
      </p>
      <div className="tiles">
        <CodeField
          label="Your code"
          value={code}
          note={`Stored with the run, as a tag. Use no name. As “${agreedCode}” you decide where others differ.`}
          onChange={setCode}
        />
        <ChoiceField
          label="Labels"
          value={set?.id ?? ''}
          choices={sets.map(one => ({ value: one.id, text: one.name }))}
          onChange={setSetId}
        />
        {sample === null && by !== agreedCode && (
          <>
            <ChoiceField
              label="Answers"
              value={which}
              choices={[
                { value: 'wrong', text: 'Wrong ones' },
                { value: 'all', text: 'All' },
              ]}
              onChange={setWhich}
            />
            <OptionalNumberField
              label="At most"
              unit="answers, drawn; the same ones for everybody"
              none="all"
              value={most}
              onChange={setMost}
            />
          </>
        )}
      </div>
      <div className="actions">
        <Button type="submit" look="primary" disabled={by === ''}>
          Begin
        </Button>
      </div>
    </form>
  )
}
