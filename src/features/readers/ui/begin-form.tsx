import { type FormEvent, useState } from 'react'
import { counted } from '../../../engine/base/counted.ts'
import { type ErrorInfo, internalError } from '../../../engine/base/errors.ts'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { OptionalNumberField } from '../../../ui/shared/controls/fields.tsx'
import { navigate } from '../../../ui/state/router.ts'
import type { DeskStudy, SittingForm } from '../engine/desk-facts.ts'
import { CodeField } from './code-field.tsx'
import { sittingHref } from './people-address.ts'

interface Props {
  readonly study: DeskStudy
  readonly begin: (form: SittingForm) => Promise<string>
  readonly onError: (error: ErrorInfo | null) => void
}

/** What a reader may say besides the code. */
const texts = [
  { key: 'role', label: 'Role', longest: 100 },
  { key: 'specialty', label: 'Specialty', longest: 100 },
  { key: 'training', label: 'Training for this study', longest: 200 },
  { key: 'conditions', label: 'Screen, room and aids', longest: 300 },
] as const

type Said = Readonly<Record<(typeof texts)[number]['key'], string>>

const nothing: Said = { role: '', specialty: '', training: '', conditions: '' }

/** A text under its name; nothing of an empty one. */
const filled = <Key extends string>(key: Key, text: string): Partial<Record<Key, string>> =>
  text.trim() === '' ? {} : ({ [key]: text.trim() } as Record<Key, string>)

const sittingForm = (code: string, said: Said, years: number | null, number: number): SittingForm => ({
  reader: {
    ...{ code, ...filled('role', said.role), ...filled('specialty', said.specialty) },
    ...filled('training', said.training),
    ...(years !== null && { years }),
  },
  number,
  ...filled('conditions', said.conditions),
})

/** Who reads. A reader who has finished once begins a second sitting. */
export function BeginForm({ study, begin, onError }: Props) {
  const [code, setCode] = useState('')
  const [said, setSaid] = useState(nothing)
  const [years, setYears] = useState<number | null>(null)
  const reader = code.trim()
  const earlier = study.sittings.filter(one => one.reader.code === reader)
  const first = earlier.find(({ number }) => number === 1)
  const number = first && first.ended !== null ? 2 : 1
  const isOver = earlier.some(one => one.number === 2 && one.ended !== null)
  const days = first?.ended ? Math.max(0, (Date.now() - Date.parse(first.ended)) / 86_400_000) : null
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (reader === '' || isOver) return
    try {
      navigate(sittingHref(await begin(sittingForm(reader, said, years, number))))
    } catch (thrown) {
      onError(internalError('', thrown))
    }
  }
  return (
    <form className="reader-begin" onSubmit={event => void submit(event)}>
      <CodeField
        label="Reader’s code"
        value={code}
        note="Stored with the answers. Use no name."
        onChange={setCode}
      />
      <Button type="submit" look="primary" disabled={reader === '' || isOver}>
        {number === 2 ? 'Begin the second sitting' : earlier.length > 0 ? 'Continue' : 'Begin'}
      </Button>
      {isOver && <p className="note">This reader has finished both sittings.</p>}
      {number === 2 && !isOver && days !== null && days < study.washoutDays && (
        <p className="warning">
          The first sitting ended {counted(Math.floor(days), 'day')} ago. The study asks for{' '}
          {counted(study.washoutDays, 'day')}.
        </p>
      )}
      <MoreFields {...{ said, years, onSaid: setSaid, onYears: setYears }} />
    </form>
  )
}

interface MoreProps {
  readonly said: Said
  readonly years: number | null
  readonly onSaid: (said: Said) => void
  readonly onYears: (years: number | null) => void
}

/** Optional facts about the reader and the sitting. */
function MoreFields({ said, years, onSaid, onYears }: MoreProps) {
  return (
    <details className="reader-more">
      <summary>About the reader and the sitting (optional)</summary>
      <div className="tiles">
        <OptionalNumberField
          label="Years"
          unit="of experience"
          none="not said"
          value={years}
          most={80}
          onChange={onYears}
        />
        {texts.map(({ key, label, longest }) => (
          <label key={key} className="field">
            <span>{label}</span>
            <input
              value={said[key]}
              maxLength={longest}
              autoComplete="off"
              onChange={event => onSaid({ ...said, [key]: event.target.value })}
            />
          </label>
        ))}
      </div>
      <p className="note">Stored with the answers, and shown with the run.</p>
    </details>
  )
}
