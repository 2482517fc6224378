/** The sentences with which a comparison of two runs begins. */
import type { Compared } from '../../app/controller/report-facts.ts'
import { isDisputed } from '../../engine/analysis/paired-differences.ts'
import { type CostPair, type RunChoice, runChoice, type Which } from '../../engine/analysis/which-run.ts'
import { counted } from '../../engine/base/counted.ts'
import { dtypeWords } from '../../engine/protocol/mixed-precision.ts'
import type { Run } from '../../engine/protocol/run.ts'
import { bytes, milliseconds, pDecides, points, pointsInterval } from './format.ts'

type Names = readonly [string, string]

/** Empty unless two runs have answered the same questions. */
export function choiceSentences(compared: Compared): readonly string[] {
  const choice = runChoice(compared)
  const [first, second] = compared.runs
  const [against] = compared.comparison.againstBaseline
  if (!choice || !first || !second || !against) return []
  const names = shortNames(first, second)
  const costs = [
    costSentence(choice.seconds, names, value => milliseconds(1000 * value), 'a question'),
    costSentence(choice.memory, names, value => `about ${bytes(value)}`, 'of memory'),
  ]
  const most = against.overall
  return [
    accuracySentence(choice, most, names),
    ...costs.filter(text => text !== null),
    adviceSentence(choice, most, names),
  ]
}

type Overall = NonNullable<Compared['comparison']['againstBaseline'][number]>['overall']

function accuracySentence(choice: RunChoice, overall: Overall, [first, second]: Names): string {
  const { difference, low, high, n, adjusted } = overall
  const questions = counted(n, 'shared question')
  if (choice.areSame) return `${second} and ${first} gave the same answers to ${questions}.`
  const decides = isDisputed(overall) ? `; ${pDecides(adjusted)}` : ''
  const figures = `95% interval ${pointsInterval(low, high)}, ${questions}${decides}`
  if (choice.better === null)
    return `${second} against ${first}: ${points(difference)} points, no clear difference in accuracy (${figures}).`
  const size = points(Math.abs(difference)).replace('+', '')
  return `${second} is ${size} points ${difference > 0 ? 'more' : 'less'} accurate than ${first} (${figures}).`
}

/** "q4 takes 0.1 s a question, fp32 0.3 s." */
function costSentence(
  pair: CostPair | null,
  names: Names,
  formatValue: (value: number) => string,
  of: string,
): string | null {
  if (!pair) return null
  const verb = of === 'a question' ? 'takes' : 'needs'
  return `${names[1]} ${verb} ${formatValue(pair.values[1])} ${of}, ${names[0]} ${formatValue(pair.values[0])}.`
}

/** What to use for what: only what the figures show. */
function adviceSentence(choice: RunChoice, overall: Overall, names: Names): string {
  const { better, areSame, areGuessing } = choice
  if (areGuessing)
    return 'Neither is clearly above guessing and the most frequent answer: these figures support neither.'
  const cheaper = cheaperRun(choice)
  const split = splitCosts(choice)
  if (split && better === null)
    return `Where time counts, use ${names[split.faster]}; where memory counts, use ${names[split.smaller]}.`
  if (cheaper === null && better === null)
    return areSame ? 'These figures favour neither.' : 'These figures show no reason to prefer one.'
  if (cheaper === null) return `For accuracy, use ${names[better ?? 0]}.`
  const where = `where ${cheaper.what} counts`
  if (better === cheaper.which)
    return `Use ${names[better]}: it is more accurate and needs less ${cheaper.what}.`
  if (better !== null) return `For accuracy, use ${names[better]}; ${where}, ${names[cheaper.which]}.`
  if (areSame) return `Use ${names[cheaper.which]}: it needs less ${cheaper.what}.`
  return `${capital(where)}, use ${names[cheaper.which]}: its accuracy is ${lossWords(overall, cheaper.which)}.`
}

/** "at most 1.2 points lower", by the interval. */
function lossWords({ low, high }: Overall, which: Which): string {
  const loss = Math.max(0, which === 1 ? -low : high)
  return `at most ${points(loss).replace('+', '')} points lower (95% interval)`
}

/** Where one run takes less time and the other less memory, which is which. */
function splitCosts({
  seconds,
  memory,
}: RunChoice): { readonly faster: Which; readonly smaller: Which } | null {
  const [faster, smaller] = [seconds?.less ?? null, memory?.less ?? null]
  return faster === null || smaller === null || faster === smaller ? null : { faster, smaller }
}

/** The run that costs less in one way and not more in the other; null where none does. */
function cheaperRun({ seconds, memory }: RunChoice): { readonly which: Which; readonly what: string } | null {
  const [time, space] = [seconds?.less ?? null, memory?.less ?? null]
  if (time !== null && space !== null && time !== space) return null
  const which = time ?? space
  if (which === null) return null
  const what = time === null ? 'memory' : space === null ? 'time' : 'time or memory'
  return { which, what }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** What the two runs are called in a sentence: by what differs between them, if that is one thing. */
function shortNames(first: Run, second: Run): Names {
  const ways: readonly ((run: Run) => string)[] = [
    run => run.model.name,
    run => dtypeWords(run.settings.dtype),
  ]
  const differing = ways.filter(way => way(first) !== way(second))
  const [only] = differing
  if (only && differing.length === 1) return [only(first), only(second)]
  return first.name === second.name ? ['Run 1', 'Run 2'] : [first.name, second.name]
}
