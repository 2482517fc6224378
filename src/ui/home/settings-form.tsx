import { counted } from '../../engine/base/counted.ts'
import { computedHere } from '../../engine/protocol/device.ts'
import { protocolOf } from '../../engine/protocol/protocols/registry.ts'
import { mostAtOnce, type RunSettings, untilTheEnd } from '../../engine/protocol/settings.ts'
import { useApp, useController } from '../hooks/use-app.ts'
import { CheckField, ChoiceField, NumberField } from '../shared/controls/fields.tsx'
import {
  chatTemplateChoices,
  comparable,
  deviceChoices,
  dtypeChoices,
  orderChoices,
  scoringChoices,
} from '../text/choices.ts'
import { lengthWords } from '../text/protocol-choices.ts'
import { KeptFeatures } from './kept-features.tsx'
import { ProbeSettings } from './probe-settings.tsx'
import { ProtocolSettings } from './protocol-settings.tsx'
import { UntilFields } from './until-fields.tsx'

/** Questions without a position that holds their answer fail by name, and are in no figure. */
const unscorableText = (n: number): string =>
  `${counted(n, 'question')} of this data set ${n === 1 ? 'is' : 'are'} answered in words or with several options, and will fail so.`

/** What a protocol asks for holds until a number is said. */
function lengthUnit({ protocol }: RunSettings, isChosen: boolean): string {
  const needed = isChosen ? {} : (protocolOf(protocol).newTokens ?? {})
  return ['tokens an answer', ...lengthWords(needed)].join('; ')
}

/** What the user may choose of a run. */
export function SettingsForm() {
  const controller = useController()
  const { settings, isLengthChosen, device, model, dataset, runs } = useApp()
  const kinds = dataset.status === 'ready' ? dataset.overview.kinds : {}
  const unscorable = (kinds.several ?? 0) + (kinds.text ?? 0)
  const change = (part: Partial<RunSettings>) => controller.changeSettings(part)
  const here = computedHere(settings)
  return (
    <div className="settings">
      {here ? (
        <>
          <ChoiceField
            label="Device"
            value={here.device}
            choices={deviceChoices(device)}
            onChange={value => change({ device: value })}
          />
          <ChoiceField
            label="Precision"
            value={here.dtype}
            choices={
              model.status === 'ready'
                ? dtypeChoices(model.overview, here.device)
                : [{ value: here.dtype, name: here.dtype, text: here.dtype, reason: null }]
            }
            onChange={value => change({ dtype: value })}
          />
        </>
      ) : (
        <NumberField
          label="Questions at once"
          unit={`to the server, ${mostAtOnce} at most; one at a time repeats itself best`}
          value={settings.atOnce ?? 1}
          most={mostAtOnce}
          onChange={value => value !== null && change({ atOnce: value })}
        />
      )}
      {!here && settings.scoring === 'generate' && (
        <CheckField
          label="Hold to a letter"
          note="the server may write nothing but one of the answers that a question offers: no part of the protocol, so figures are not those of free answers"
          checked={settings.heldToLetter === true}
          onChange={value => change({ heldToLetter: value })}
        />
      )}
      <ProtocolSettings />
      <ChoiceField
        label="Scoring"
        value={settings.scoring}
        choices={scoringChoices}
        {...(unscorable > 0 && settings.scoring === 'choices' && { note: unscorableText(unscorable) })}
        onChange={value => change({ scoring: value })}
      />
      {model.status === 'ready' && !model.overview.hasTemplate && (
        <ChoiceField
          label="Chat template"
          value={settings.chatTemplate}
          choices={chatTemplateChoices}
          onChange={value => change({ chatTemplate: value })}
        />
      )}
      <NumberField
        label="Most new tokens"
        unit={lengthUnit(settings, isLengthChosen)}
        value={settings.maxNewTokens}
        onChange={value => value !== null && change({ maxNewTokens: value })}
      />
      <ChoiceField
        label="Order"
        value={settings.order}
        choices={orderChoices}
        onChange={value => change({ order: value })}
      />
      {settings.order === 'balanced' && (
        <NumberField
          label="Seed"
          unit="of the drawn order"
          value={settings.seed}
          onChange={value => value !== null && change({ seed: value })}
        />
      )}
      <NumberField
        label="Only the first"
        unit="questions of it"
        value={settings.limit}
        optional
        onChange={value => change({ limit: value })}
      />
      <NumberField
        label="Give up after"
        unit="seconds, two tries"
        value={settings.timeout}
        onChange={value => value !== null && change({ timeout: value })}
      />
      <UntilFields
        until={settings.until ?? untilTheEnd}
        runs={comparable(dataset, runs ?? [])}
        onChange={until => change({ until })}
      />
      {here && (
        <>
          <CheckField
            label="Full text"
            note="write every answer to its end, also when its verdict is settled"
            checked={settings.fullText}
            onChange={value => change({ fullText: value })}
          />
          <CheckField
            label="Keep image features"
            note="on this machine, so that the next run need not encode the images again"
            checked={settings.keepFeatures}
            onChange={value => change({ keepFeatures: value })}
          />
          <KeptFeatures />
        </>
      )}
      <ProbeSettings />
    </div>
  )
}
