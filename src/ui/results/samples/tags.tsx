import { type FormEvent, useId } from 'react'
import { listTags, type Tags } from '../../../engine/protocol/tags.ts'
import { useController } from '../../hooks/use-app.ts'
import { useKeys } from '../../hooks/use-keys.ts'
import { SmallButton } from '../../shared/controls/button.tsx'

const longest = 60
/** As many tags have a key each: 1 to 9. */
const mostKeys = 9

interface FieldProps {
  readonly run: string
  /** All tags of the run. */
  readonly tags: Tags
  /** The samples to be tagged. */
  readonly indices: readonly number[]
  readonly label: string
}

/** A field that tags samples. */
export function TagField({ run, tags, indices, label }: FieldProps) {
  const controller = useController()
  const id = useId()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const tag = String(new FormData(form).get('tag')).trim()
    if (tag === '') return
    form.reset()
    void controller.tag(run, tag, indices, true)
  }
  return (
    <form className="row tag-field" onSubmit={submit}>
      <label htmlFor={id}>{label}</label>
      <input id={id} name="tag" list={`${id}-known`} maxLength={longest} autoComplete="off" required />
      <datalist id={`${id}-known`}>
        {Object.keys(tags).map(tag => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <SmallButton type="submit">Tag</SmallButton>
    </form>
  )
}

/** The tags of the run, each of which the sample has or has not, by a press or a key from 1 to 9; and a field for others. */
export function SampleTags({
  run,
  tags,
  index,
}: Pick<FieldProps, 'run' | 'tags'> & { readonly index: number }) {
  const controller = useController()
  const sampleTags = listTags(tags, index)
  const toggle = (tag: string) => controller.tag(run, tag, [index], !sampleTags.includes(tag))
  const names = Object.keys(tags)
  useKeys(
    Object.fromEntries(
      names.slice(0, mostKeys).map((tag, at) => [String(at + 1), () => void toggle(tag)] as const),
    ),
  )
  return (
    <div className="row sample-tags">
      {names.map((tag, at) => (
        <SmallButton
          key={tag}
          aria-pressed={sampleTags.includes(tag)}
          aria-keyshortcuts={at < mostKeys ? String(at + 1) : undefined}
          onClick={() => toggle(tag)}
        >
          <bdi>{tag}</bdi>
          {at < mostKeys && (
            <span className="tag-key" aria-hidden="true">
              {at + 1}
            </span>
          )}
        </SmallButton>
      ))}
      <TagField run={run} tags={tags} indices={[index]} label="Tag this sample" />
    </div>
  )
}
