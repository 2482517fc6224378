import { useState } from 'react'
import { proxy } from '../../../app/threads/bridge.ts'
import { counted } from '../../../engine/base/counted.ts'
import { type ErrorInfo, internalError } from '../../../engine/base/errors.ts'
import { mostMarginPoints } from '../../../engine/protocol/reader.ts'
import { selectionText } from '../../../engine/protocol/selection.ts'
import { pick, useApp } from '../../../ui/hooks/use-app.ts'
import { useAsync } from '../../../ui/hooks/use-async.ts'
import { Button } from '../../../ui/shared/controls/button.tsx'
import { ErrorBox } from '../../../ui/shared/controls/error-box.tsx'
import {
  CheckField,
  ChoiceField,
  NumberField,
  OptionalNumberField,
} from '../../../ui/shared/controls/fields.tsx'
import { count } from '../../../ui/text/format.ts'
import type { Desk } from '../app/desk-commands.ts'
import type { StudyForm } from '../engine/desk-facts.ts'
import { imageConditions } from '../engine/image-conditions.ts'
import { mostPractice } from '../engine/study.ts'
import { conditionNames } from '../text/reader-words.ts'

const usual = {
  most: null,
  seed: 1,
  ownOrders: true,
  confidence: 'none',
  limitSeconds: null,
  washoutDays: 28,
  marginPoints: null,
  hasPractice: false,
  shows: null,
} as const satisfies Omit<StudyForm, 'only' | 'protocol'>

/** A study of the open data set: which questions, and how they are asked. */
export function NewStudy({ desk: { remote }, onMade }: { readonly desk: Desk; readonly onMade: () => void }) {
  const { dataset, settings } = useApp(pick('dataset', 'settings'))
  const [wishes, setWishes] = useState<Wishes>(usual)
  const [progress, setProgress] = useState<string | null>(null)
  const [error, setError] = useState<ErrorInfo | null>(null)
  const isOpen = dataset.status === 'ready'
  const form: StudyForm = { ...wishes, only: settings.only, protocol: settings.protocol }
  const counts = useAsync(`questions of ${isOpen} ${JSON.stringify(form)}`, async () =>
    isOpen ? remote.count(form) : null,
  )
  if (!isOpen)
    return (
      <p>
        A new study needs a data set. <a href="#/">Choose one under Set up</a>, or open a study below.
      </p>
    )
  const change = (part: Partial<Wishes>) => setWishes({ ...wishes, ...part })
  const make = async () => {
    setError(null)
    setProgress('Reading the images…')
    try {
      await remote.makeStudy(
        form,
        proxy((done: number, of: number) =>
          setProgress(`Reading the images: ${count(done)} of ${count(of)}`),
        ),
      )
      onMade()
    } catch (thrown) {
      setError(internalError('', thrown))
    }
    setProgress(null)
  }
  const askable = counts.status === 'ready' ? counts.value : null
  return (
    <div className="column">
      <StudyFields wishes={wishes} onChange={change} />
      {askable && (
        <p aria-live="polite">
          {counted(askable.questions, 'question')} on {counted(askable.images, 'image')}.
          {wishes.hasPractice &&
            (askable.practice > 0
              ? ` ${counted(askable.practice, 'question')} for practice.`
              : ' No other image is left for practice.')}
          {askable.boxes > 0 && ` ${counted(askable.boxes, 'question')} left out: the answers are boxes.`}
          {askable.sameId > 0 &&
            ` ${counted(askable.sameId, 'question')} left out: other questions have their ids.`}
        </p>
      )}
      {counts.status === 'failed' && <ErrorBox error={counts.error} />}
      {error && <ErrorBox error={error} />}
      <div className="actions">
        <Button
          look="primary"
          disabled={progress !== null || !askable || askable.questions === 0}
          onClick={make}
        >
          {progress ?? 'Make the study'}
        </Button>
      </div>
    </div>
  )
}

type Wishes = Omit<StudyForm, 'only' | 'protocol'>

interface FieldsProps {
  readonly wishes: Wishes
  readonly onChange: (part: Partial<Wishes>) => void
}

function StudyFields({ wishes, onChange }: FieldsProps) {
  const { only } = useApp(state => state.settings)
  return (
    <div className="tiles">
      <OptionalNumberField
        label="Questions"
        unit={only ? `of ${selectionText(only)}, as at set-up` : 'drawn evenly over the voxels'}
        none="all"
        value={wishes.most}
        most={10_000}
        onChange={most => onChange({ most })}
      />
      <NumberField
        label="Seed"
        unit="of the draw and the order"
        value={wishes.seed}
        most={4_294_967_295}
        onChange={seed => onChange({ seed })}
      />
      <ChoiceField
        label="Confidence"
        value={wishes.confidence}
        choices={[
          { value: 'none', text: 'Not asked' },
          { value: '0-100', text: 'Asked after each answer, 0 to 100' },
          { value: '1-5', text: 'Asked after each answer, 1 to 5' },
        ]}
        onChange={confidence => onChange({ confidence })}
      />
      <OptionalNumberField
        label="Time limit"
        unit="seconds per question; after that it counts as unanswered"
        none="none"
        value={wishes.limitSeconds}
        most={86_400}
        onChange={limitSeconds => onChange({ limitSeconds })}
      />
      <CheckField
        label="Own order for each reader"
        note="Images are shuffled. Questions of one image stay together."
        value={wishes.ownOrders}
        onChange={ownOrders => onChange({ ownOrders })}
      />
      <ChoiceField
        label="Images"
        value={wishes.shows ?? 'original'}
        choices={[
          { value: 'original', text: 'As they are' },
          ...imageConditions.map(value => ({ value, text: conditionNames[value] })),
        ]}
        onChange={chosen => onChange({ shows: chosen === 'original' ? null : chosen })}
      />
      <OptionalNumberField
        label="Margin"
        unit="points by which a model may be worse than the readers; stated before the first answer"
        none="none"
        value={wishes.marginPoints}
        most={mostMarginPoints}
        onChange={marginPoints => onChange({ marginPoints })}
      />
      <CheckField
        label="Practice"
        note={`Up to ${mostPractice} questions on other images, with their right answers. They do not count.`}
        value={wishes.hasPractice}
        onChange={hasPractice => onChange({ hasPractice })}
      />
    </div>
  )
}
