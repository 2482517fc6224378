import { type FormEvent, useId } from 'react'
import { type Tags, tagsOf } from '../../../engine/protocol/tags.ts'
import { useController } from '../../hooks/use-app.ts'
import { SmallButton } from '../../shared/controls/button.tsx'

const longest = 60

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

/** The tags of one sample: each can be removed, and more can be given. */
export function SampleTags({
  run,
  tags,
  index,
}: Pick<FieldProps, 'run' | 'tags'> & { readonly index: number }) {
  const controller = useController()
  return (
    <div className="row">
      {tagsOf(tags, index).map(tag => (
        <SmallButton
          key={tag}
          aria-label={`Remove the tag ${tag}`}
          onClick={() => controller.tag(run, tag, [index], false)}
        >
          <bdi>{tag}</bdi> <span aria-hidden="true">✕</span>
        </SmallButton>
      ))}
      <TagField run={run} tags={tags} indices={[index]} label="Tag this sample" />
    </div>
  )
}
