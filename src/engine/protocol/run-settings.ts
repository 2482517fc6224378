/**
 * What is said of each setting of a run, wherever settings are listed, compared or chosen again. A new setting is its schema
 * (`settings.ts`) and one entry here.
 */
import { duration } from '../base/duration.ts'
import { lengthWords } from './answer-kind-words.ts'
import { detailWords } from './detail-words.ts'
import { deviceName } from './device.ts'
import { dtypeWords } from './mixed-precision.ts'
import type { RunSetting } from './run-setting.ts'
import { selectionText } from './selection.ts'
import {
  commandRuntime,
  flag,
  given,
  here,
  isChosenProtocol,
  judgeWords,
  onlyOptions,
  protocolText,
  scoringWords,
  tokensWords,
  untilOptions,
  untilWords,
  windowOfRun,
  yesNo,
} from './setting-texts.ts'
import { chosenDetail, type RunSettings, untilTheEnd } from './settings.ts'
import { windowWords } from './window-words.ts'

const entries = [
  {
    keys: ['protocol'],
    row: { name: 'Protocol', of: protocolText },
    changesAnswers: true,
    cause: {
      id: 'prompt',
      name: 'Prompt (protocol)',
      usual: 15,
      of: protocolText,
    },
    label: { place: 4, of: ({ settings: { protocol } }) => `${protocol.id} ${protocol.version}` },
    options: {
      place: 3,
      of: ({ settings: { protocol } }) => (isChosenProtocol(protocol) ? [`--protocol ${protocol.id}`] : []),
    },
  },
  {
    keys: ['protocol'],
    row: { name: 'Answer judge', of: judgeWords },
    changesAnswers: true,
    cause: {
      id: 'reading',
      name: 'Rule that reads answers',
      usual: 8,
      of: run => judgeWords(run) ?? 'the protocol’s own',
    },
    label: {
      place: 5,
      of: ({ settings: { protocol } }) => (protocol.judge ? `read by ${protocol.judge.id}` : 'own judge'),
    },
    options: { place: 4, of: ({ settings: { protocol } }) => given(protocol.judge?.id, '--judge') },
  },
  {
    keys: ['dtype'],
    row: { name: 'Precision', of: run => here(run, dtypeWords(run.settings.dtype)) },
    changesAnswers: true,
    cause: {
      id: 'precision',
      name: 'Precision',
      usual: 5,
      of: ({ settings, model }) => model.server?.quantization ?? dtypeWords(settings.dtype),
    },
    label: { place: 1, of: ({ settings }) => dtypeWords(settings.dtype) },
    options: { place: 2, of: ({ model, settings }) => (model.server ? [] : [`--dtype ${settings.dtype}`]) },
  },
  {
    keys: ['atOnce'],
    row: {
      name: 'Parallel requests',
      of: ({ model, settings }) => model.server && `${settings.atOnce ?? 1}`,
    },
    changesAnswers: false,
    options: {
      place: 0,
      of: ({ model, settings }) => (model.server ? [`--at-once ${settings.atOnce ?? 1}`] : []),
    },
  },
  {
    keys: ['heldToLetter'],
    row: {
      name: 'Answers constrained to a letter',
      of: ({ model, settings }) =>
        model.server && (settings.heldToLetter ? 'yes (not part of the protocol)' : 'no'),
    },
    changesAnswers: true,
    cause: {
      id: 'constraint',
      name: 'Constraint on answers',
      usual: 10,
      of: ({ settings }) => (settings.heldToLetter ? 'letters only' : 'free answers'),
    },
    options: { place: 6, of: ({ settings }) => flag(settings.heldToLetter, '--hold-to-letter') },
  },
  {
    keys: ['device'],
    row: { name: 'Device', of: run => here(run, deviceName(run.settings.device)) },
    changesAnswers: true,
    cause: {
      id: 'device',
      name: 'Device',
      usual: 0.2,
      of: ({ settings, environment }) => environment.adapter ?? settings.device,
    },
    label: { place: 2, of: ({ settings }) => deviceName(settings.device) },
    options: { place: 1, of: ({ model, settings }) => (model.server ? [] : [`--device ${settings.device}`]) },
  },
  {
    keys: ['scoring'],
    row: {
      name: 'Scoring',
      of: ({ settings }) =>
        settings.scoring === 'choices' ? 'choices: option probabilities' : 'generate: generated text',
    },
    changesAnswers: true,
    cause: { id: 'scoring', name: 'Scoring', usual: 12, of: scoringWords },
    label: { place: 3, of: scoringWords },
    options: { place: 5, of: ({ settings }) => [`--scoring ${settings.scoring}`] },
  },
  {
    keys: ['chatTemplate'],
    row: {
      name: 'Chat template',
      of: run => here(run, run.settings.chatTemplate === 'own' ? 'the model’s own' : 'built-in fallback'),
    },
    changesAnswers: true,
    cause: {
      id: 'template',
      name: 'Chat template',
      usual: 12,
      of: ({ settings }) => (settings.chatTemplate === 'own' ? 'the model’s own' : 'built-in'),
    },
    label: {
      place: 13,
      of: ({ settings }) => (settings.chatTemplate === 'own' ? 'own template' : 'built-in template'),
    },
    options: {
      place: 7,
      of: ({ model, settings }) => (model.server ? [] : [`--chat-template ${settings.chatTemplate}`]),
    },
  },
  {
    keys: ['maxNewTokens', 'newTokensByKind'],
    row: {
      name: 'Maximum new tokens',
      of: ({ settings: { maxNewTokens, newTokensByKind = {} } }) =>
        [String(maxNewTokens), ...lengthWords(newTokensByKind)].join('; '),
    },
    changesAnswers: true,
    cause: { id: 'limit', name: 'Token limit', usual: 2, of: tokensWords },
    label: { place: 11, of: tokensWords },
    options: {
      place: 18,
      of: ({ settings }) => (settings.newTokensByKind ? [] : [`--max-new-tokens ${settings.maxNewTokens}`]),
    },
  },
  {
    keys: ['fullText'],
    row: { name: 'Full text', of: run => yesNo(run, run.settings.fullText) },
    changesAnswers: false,
    options: { place: 10, of: ({ settings }) => flag(settings.fullText, '--full-text') },
  },
  {
    keys: ['reusePrefix'],
    row: { name: 'Shared prompt prefix reused', of: run => yesNo(run, run.settings.reusePrefix) },
    changesAnswers: false,
    options: { place: 11, of: ({ settings }) => flag(!settings.reusePrefix, '--no-reuse') },
  },
  {
    keys: ['keepFeatures'],
    row: { name: 'Image features cached', of: run => yesNo(run, run.settings.keepFeatures) },
    changesAnswers: false,
    options: { place: 12, of: ({ settings }) => flag(!settings.keepFeatures, '--no-kept-features') },
  },
  {
    keys: ['imageDetail'],
    row: { name: 'Image detail', of: run => here(run, detailWords(chosenDetail(run.settings))) },
    changesAnswers: true,
    cause: {
      id: 'detail',
      name: 'Image detail',
      usual: 9.9,
      words: detailWords,
      of: ({ settings }) => chosenDetail(settings),
    },
    label: { place: 10, of: ({ settings }) => `image detail ${chosenDetail(settings)}` },
    options: { place: 8, of: ({ settings }) => given(settings.imageDetail, '--image-detail') },
  },
  {
    keys: ['window'],
    row: { name: 'DICOM window', of: ({ settings: { window } }) => window && windowWords(window) },
    changesAnswers: true,
    cause: {
      id: 'window',
      name: 'Grey window',
      usual: 10,
      words: windowWords,
      of: windowOfRun,
    },
    label: { place: 9, of: run => `window ${windowOfRun(run)}` },
    options: { place: 9, of: ({ settings }) => given(settings.window, '--window') },
  },
  {
    keys: ['order', 'seed'],
    row: {
      name: 'Order',
      of: ({ settings: { order, seed } }) =>
        order === 'balanced' ? `balanced, seed ${seed}` : 'the data set’s',
    },
    changesAnswers: false,
    label: {
      place: 12,
      of: ({ settings: { order, seed } }) => (order === 'balanced' ? `seed ${seed}` : 'file order'),
    },
    options: {
      place: 15,
      of: ({ settings: { order, seed } }) =>
        order === 'balanced' ? [`--seed ${seed}`] : ['--order dataset'],
    },
  },
  {
    keys: ['only'],
    row: { name: 'Only these questions', of: ({ settings: { only } }) => only && selectionText(only) },
    changesAnswers: false,
    label: { place: 6, of: ({ settings: { only } }) => (only ? selectionText(only) : 'all questions') },
    options: { place: 13, of: ({ settings: { only } }) => (only ? onlyOptions(only) : []) },
  },
  {
    keys: ['limit'],
    row: { name: 'Question limit', of: ({ settings }) => String(settings.limit ?? 'none') },
    changesAnswers: false,
    label: { place: 7, of: ({ settings: { limit } }) => (limit === null ? 'no limit' : `limit ${limit}`) },
    options: { place: 14, of: ({ settings }) => given(settings.limit, '--limit') },
  },
  {
    keys: ['until'],
    row: { name: 'Stops automatically', of: ({ settings }) => untilWords(settings.until ?? untilTheEnd) },
    changesAnswers: false,
    options: { place: 16, of: ({ settings: { until } }) => (until ? untilOptions(until) : []) },
  },
  {
    keys: ['timeout'],
    row: { name: 'Timeout per question', of: ({ settings }) => duration(settings.timeout) },
    changesAnswers: false,
    options: { place: 19, of: run => (commandRuntime(run) ? [] : [`--timeout ${run.settings.timeout}`]) },
  },
  {
    keys: ['thinking', 'thoughtTokens'],
    changesAnswers: true,
    cause: {
      id: 'thinking',
      name: 'Thinking',
      usual: 15,
      of: ({ settings }) => settings.thinking ?? 'off',
    },
    label: { place: 8, of: ({ settings }) => `thinking ${settings.thinking ?? 'off'}` },
    options: {
      place: 17,
      of: ({ settings: { thinking, thoughtTokens } }) => [
        ...given(thinking, '--thinking'),
        ...given(thoughtTokens, '--thought-tokens'),
      ],
    },
  },
  // A part is merged with the others before anything is shown of it.
  { keys: ['shard'], changesAnswers: false },
] as const satisfies readonly RunSetting[]

type Unsaid = Exclude<keyof RunSettings, (typeof entries)[number]['keys'][number]>

/** In the order of tables of settings. The compiler names a setting that lacks an entry. */
export const runSettings: [Unsaid] extends [never] ? readonly RunSetting[] : Unsaid = entries

/** The causes that are settings. */
export type SettingCause = Extract<(typeof entries)[number], { readonly cause: object }>['cause']['id']
