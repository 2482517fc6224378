/**
 * Items of four reporting checklists, in this project's words; the numbers are the checklists'. MI-CLEAR-LLM: Park et al., Korean
 * J Radiol 2025;26:1123. REFINE: Mese et al., Diagn Interv Radiol 2026. TRIPOD-LLM: Gallifant et al., Nat Med 2025;31:60. CLAIM:
 * Tejani et al., Radiol Artif Intell 2024;6:e240300.
 */
import type { AnnexFact } from './annex-facts.ts'

export interface AnnexItem {
  readonly list: ListName
  readonly number: string
  readonly matter: string
  /** Facts of the run that answer it. */
  readonly from: readonly AnnexFact[]
  /** What the run cannot know; null if nothing. */
  readonly author: string | null
  /** Said where the run has none of its facts; null if the author then writes it. */
  readonly otherwise: Otherwise | null
}

/** Why an item has no fact of the run: it cannot apply to an evaluation, or it was not done in this run. */
type Otherwise = readonly [status: 'not applicable' | 'not done', why: string]

export const lists = ['MI-CLEAR-LLM', 'REFINE', 'TRIPOD-LLM', 'CLAIM'] as const
type ListName = (typeof lists)[number]

type Line = readonly [
  number: string,
  matter: string,
  from: readonly AnnexFact[],
  author?: string | null,
  otherwise?: Otherwise,
]

const notApplicable = (why: string): Otherwise => ['not applicable', why]
const notDone = (why: string): Otherwise => ['not done', why]

const evaluationOnly = notApplicable('No model was trained: this is an evaluation.')
const noPeople = notDone('No person rated answers.')
const oneVersion = notDone('One version was evaluated.')
const notExplained = notDone('No explanation method was used.')

const lines: Readonly<Record<ListName, readonly Line[]>> = {
  'MI-CLEAR-LLM': [
    [
      '1',
      'Model: name, version, maker, weights, dates',
      ['model', 'dates'],
      'maker, release date, training cut-off',
    ],
    ['2', 'Access, hardware, hidden prompts', ['access', 'compute']],
    ['3', 'Inputs and preprocessing', ['inputs']],
    ['4', 'Changes of the weights', ['unchanged'], 'whether the weights were adapted before'],
    ['5', 'Development of the prompts', ['protocol'], 'how the words were chosen'],
    ['6', 'Exact prompts, one call or a dialogue', ['prompt', 'singleTurn']],
    ['7', 'Chance: decoding, repeats, consistency', ['decoding', 'repeats', 'orders'], null],
    ['8', 'Independence of the test data', ['data'], 'whether the model may have seen them; addresses'],
  ],
  REFINE: [
    ['1.1', 'Identity, version, release, cut-off', ['model'], 'release date, training cut-off'],
    ['1.2', 'Architecture and size', ['family'], 'size, if the family does not state it'],
    ['1.3', 'Training and adaptation', ['unchanged'], 'training of the model'],
    ['1.4', 'Inputs and outputs, limits', ['inputs']],
    ['1.5', 'Languages', [], 'languages of the questions'],
    ['1.6', 'Access', ['access']],
    ['1.7', 'Code, data, artefacts', ['software', 'fingerprints'], 'links'],
    ['1.8', 'Compute', ['compute']],
    ['2.1', 'Development and versions of prompts', ['protocol'], 'development'],
    ['2.2', 'Strategy and format of prompts', ['prompt']],
    ['2.3', 'Full prompt, language, image preprocessing', ['prompt', 'inputs']],
    ['2.4', 'Clinical context in the prompt', ['prompt'], 'context beyond the question'],
    ['2.5', 'Single turn, memory', ['singleTurn']],
    ['2.6', 'Control of the output', ['reading', 'constraint']],
    ['3.1', 'Generation parameters, seed', ['decoding', 'order']],
    ['3.2', 'Who prompted, attempts', ['singleTurn'], 'operators'],
    ['3.3', 'Selection among outputs', ['singleTurn']],
    ['4.1', 'Data set, version, access, licence', ['data'], 'licence and access'],
    ['4.2', 'Sites', ['sources'], 'institutions'],
    ['4.3', 'Ethics', [], 'approval, consent'],
    ['4.4', 'Earlier use, publication date', [], 'earlier use'],
    ['4.5', 'Real or synthetic', [], 'origin of the images'],
    ['4.6', 'Composition', ['composition'], 'demographics'],
    ['4.7', 'Reference standard', [], 'who set the reference standard, and how'],
    ['4.8', 'Preprocessing', ['inputs']],
    ['4.9', 'Missing data', ['missing']],
    ['4.10', 'Separation of sets', [], 'separation from training data'],
    ['5.1', 'Metrics', ['metrics']],
    ['5.2', 'Human raters, reliability', ['people'], null, noPeople],
    ['5.3', 'Statistics', ['statistics']],
    ['5.4', 'Subgroups', ['subgroups']],
    ['5.5', 'Failures', ['errors'], 'analysis of the wrong answers'],
    [
      '5.6',
      'Variability of repeats',
      ['repeats'],
      null,
      notDone('No question was asked again without a change.'),
    ],
    ['5.7', 'Effect of prompts', ['wordings', 'orders'], null, notDone('The run has one prompt.')],
    ['5.8', 'Versions over time', [], null, oneVersion],
    ['5.9', 'Explanation methods', ['explanations'], null, notExplained],
    ['5.10', 'Clinical benchmark', ['published'], 'human readers, if any'],
    ['6.1', 'Intended use', [], 'intended use'],
    ['6.2', 'Workflow', ['notIntegrated'], 'planned place in the workflow'],
    ['6.3', 'Utility', [], 'expected benefit'],
    ['6.4', 'Limits and non-use', ['limits'], 'further limits'],
    ['6.5', 'Safety testing', ['images', 'chains'], 'further tests'],
    ['6.6', 'Privacy', ['privacy']],
    ['6.7', 'Governance, audit', ['audit'], 'responsibility'],
  ],
  'TRIPOD-LLM': [
    ['2', 'Structured abstract', ['model', 'data', 'result'], 'background, interpretation, registration'],
    ['3a', 'Context of health care', [], 'context'],
    ['3b', 'Intended users and use', [], 'use'],
    ['4', 'Aims', [], 'aims and hypotheses'],
    ['5a', 'Sources of data', ['sources'], 'collection'],
    ['5b', 'Description of data', ['data', 'composition'], 'population'],
    ['5c', 'Oldest and newest item', [], 'dates of the data'],
    ['5d', 'Preprocessing and checks', ['inputs', 'quality']],
    ['5e', 'Missing and imbalanced data', ['missing', 'composition']],
    ['6a', 'Name, version, last use', ['model', 'dates']],
    ['6b', 'Architecture, prompting, inference settings', ['family', 'prompt', 'decoding']],
    ['6c', 'Development of the model', [], null, evaluationOnly],
    ['6d', 'Raw and processed output', ['reading']],
    ['6e', 'Classification and thresholds', ['reading']],
    ['6f', 'Quality of generated text', ['judges'], null, notDone('No text was rated.')],
    ['6g', 'Relevance of the metrics to use', [], 'relevance'],
    ['7a', 'Outcome and its computation', ['metrics']],
    ['7b', 'Subjective assessors', ['people'], null, noPeople],
    ['7c', 'Comparison with others', ['published'], 'human readers, if any'],
    ['8a', 'Annotation: guidelines', [], 'annotation guidelines'],
    ['8b', 'Annotation: number and agreement', [], 'annotators, agreement'],
    ['8c', 'Annotation: background of annotators', [], 'expertise'],
    ['9a', 'Prompt design', ['protocol', 'prompt'], 'design'],
    ['9b', 'Data for prompt design', [], 'data used, if any'],
    ['10', 'Summarisation', [], null, notApplicable('No text is summarised.')],
    ['11', 'Instruction tuning', [], null, evaluationOnly],
    ['12', 'Compute', ['compute']],
    ['13', 'Ethics', [], 'approval'],
    ['14a', 'Funding', [], 'funding'],
    ['14b', 'Conflicts of interest', [], 'interests'],
    ['14c', 'Protocol of the study', ['audit'], 'study protocol'],
    ['14d', 'Registration', [], 'registration'],
    ['14e', 'Data sharing', ['fingerprints'], 'availability'],
    ['14f', 'Code sharing', ['software'], 'availability'],
    ['15', 'Public involvement', [], 'involvement'],
    ['16a', 'Flow of items', ['missing']],
    ['16b', 'Characteristics', ['composition'], 'demographics'],
    ['16c', 'Comparison with development data', [], 'development data'],
    ['16d', 'Numbers in each analysis', ['result']],
    ['17', 'Performance', ['result']],
    ['18', 'Updates of the model', [], null, oneVersion],
    ['19a', 'Interpretation', [], 'interpretation'],
    ['19b', 'Limits', ['limits'], 'further limits'],
    ['19c', 'Use with incomplete input', [], 'handling of poor input'],
    ['19d', 'Need of user expertise', [], 'expertise'],
    ['19e', 'Next steps', [], 'next steps'],
    ['19f', 'Applicability', [], 'applicability'],
    ['19g', 'Generalisability', [], 'generalisability'],
  ],
  CLAIM: [
    ['1', 'Title', [], 'title'],
    ['2', 'Abstract', ['result'], 'abstract'],
    ['3', 'Background', [], 'background'],
    ['4', 'Aims', [], 'aims'],
    ['5', 'Design', ['design'], 'prospective or retrospective data'],
    ['6', 'Goal', [], 'goal'],
    ['7', 'Sources of data', ['data', 'sources'], 'collection'],
    ['8', 'Eligibility', ['missing']],
    ['9', 'Preprocessing', ['inputs']],
    ['10', 'Selection of subsets', ['selection']],
    ['11', 'De-identification', [], 'de-identification'],
    ['12', 'Missing data', ['missing']],
    ['13', 'Acquisition of images', [], 'acquisition'],
    ['14', 'Reference standard: definition', [], 'definition'],
    ['15', 'Reference standard: rationale', [], 'rationale'],
    ['16', 'Reference standard: annotators', [], 'annotators'],
    ['17', 'Reference standard: procedure', [], 'procedure'],
    ['18', 'Reference standard: variability', [], 'variability'],
    ['19', 'Partitions', [], null, evaluationOnly],
    ['20', 'Disjointness', ['clusters'], 'separation from training data'],
    ['21', 'Size of the test set', ['size']],
    ['22', 'Model', ['model', 'family']],
    ['23', 'Software', ['software']],
    ['24', 'Initial parameters', ['fingerprints'], 'source of the weights'],
    ['25', 'Training', [], null, evaluationOnly],
    ['26', 'Selection of the model', [], null, evaluationOnly],
    ['27', 'Ensembles', [], null, notApplicable('One model answers.')],
    ['28', 'Metrics', ['metrics']],
    ['29', 'Uncertainty', ['statistics']],
    [
      '30',
      'Robustness',
      ['orders', 'wordings', 'images'],
      null,
      notDone('The run has no pass that measures it.'),
    ],
    ['31', 'Explanation', ['explanations'], null, notExplained],
    ['32', 'Internal testing', [], null, evaluationOnly],
    ['33', 'External testing', ['data'], 'independence of the data'],
    ['34', 'Registration', [], 'registration'],
    ['35', 'Flow with numbers', ['missing']],
    ['36', 'Demographics', ['composition'], 'demographics'],
    ['37', 'Performance by subgroup', ['subgroups']],
    ['38', 'Estimates with intervals', ['result']],
    ['39', 'Failures', ['errors', 'chains'], 'analysis of the wrong answers'],
    ['40', 'Limits', ['limits'], 'further limits'],
    ['41', 'Implications', [], 'implications'],
    ['42', 'Study protocol', ['audit'], 'study protocol'],
    ['43', 'Availability', ['software', 'fingerprints'], 'availability'],
    ['44', 'Funding', [], 'funding'],
  ],
}

export const annexItems: readonly AnnexItem[] = lists.flatMap(list =>
  lines[list].map(([number, matter, from, author = null, otherwise = null]) => ({
    ...{ list, number, matter, from, author, otherwise },
  })),
)
