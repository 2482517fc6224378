import { newestJudges } from '../../engine/protocol/judges/registry.ts'
import { protocolOf, protocolsFor, referenceTo } from '../../engine/protocol/protocols/registry.ts'
import { pick, useApp, useController } from '../hooks/use-app.ts'
import { ChoiceField } from '../shared/controls/fields.tsx'
import { judgeChoices, ownJudge } from '../text/protocol-choices.ts'

/** The protocol of a mapped data set, and the judge that reads its answers. MedRCube has only its own. */
export function ProtocolSettings() {
  const controller = useController()
  const { dataset, settings } = useApp(pick('dataset', 'settings'))
  if (dataset.status !== 'ready') return null
  const protocols = protocolsFor(dataset.overview.protocol)
  const chosen = protocols.find(({ id }) => id === settings.protocol.id)
  if (protocols.length < 2 || !chosen) return null
  const { judge } = settings.protocol
  return (
    <>
      <ChoiceField
        label="Protocol"
        value={chosen.id}
        choices={protocols.map(({ id, name }) => ({ value: id, name, text: name, reason: null }))}
        note={chosen.about}
        onChange={id => {
          const protocol = protocols.find(known => known.id === id)
          if (protocol) controller.changeSettings({ protocol: referenceTo(protocol, judge) })
        }}
      />
      <ChoiceField
        label="Answers read by"
        value={judge?.id ?? ownJudge}
        choices={judgeChoices(dataset.overview.kinds)}
        note={
          judge
            ? `${protocolOf(settings.protocol).name}.`
            : 'The rules that read an answer. Answers that no rule can read count as unparsed.'
        }
        onChange={id => {
          const found = newestJudges().find(known => known.id === id)
          controller.changeSettings({ protocol: referenceTo(chosen, found) })
        }}
      />
    </>
  )
}
