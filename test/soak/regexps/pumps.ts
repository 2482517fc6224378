/** Texts on which a regular expression would backtrack the most, made of the expression's own pieces. */
import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'

/** A piece to repeat, and what stands before the first and behind the last of them. */
export interface Pump {
  readonly before: string
  readonly piece: string
  readonly after: string
}

type Atom = AST.Character | AST.CharacterClass | AST.CharacterSet

/** Characters that a class may hold without writing them down. */
const candidates = [
  ...'a7Z _-.\n\t!<"',
  ...'\u0001\r\u001c\u0085\u00a0éßſ中：（“‘–٣Ⅷ\u0301\u2028\ufeff\ufffd\ud800',
]

/**
 * Pairs of characters that the pattern treats in a way of its own, over and over; and each unbounded repetition, after
 * the text that leads to it and before whatever may make it fail.
 */
export function findPumps(source: string, flags: string): Pump[] {
  const unicodeSets = flags.includes('v')
  const unicode = flags.includes('u') && !unicodeSets
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode, unicodeSets })
  const { atoms, repeats } = findParts(pattern)
  const alphabet = findAlphabet(pattern, atoms, flags)
  const characters = alphabet.map(({ character }) => character)
  const pumps = listPairs(characters).map(piece => ({ before: '', piece, after: characters.at(-1) ?? '' }))
  // A repetition is of a class, most of the time: to leave it, one character of each class and one of none will do.
  const classes = atoms.filter(({ type }) => type !== 'Character')
  const others = findAlphabet(pattern, classes, flags).map(({ character }) => character)
  const afters = ['', ...others, ...listPairs(others)]
  for (const repeat of repeats)
    for (const isFull of [false, true]) {
      const sample = sampler(alphabet, isFull)
      const before = leading(repeat, sample)
      const inside = findParts(repeat).atoms.map(({ raw }) => raw)
      const repeated = alphabet.filter(letter => inside.some(raw => letter.atoms.has(raw)))
      for (const piece of [sample(repeat.element), ...repeated.map(({ character }) => character)])
        for (const after of afters) pumps.push({ before, piece, after })
      for (const character of characters) pumps.push({ before: '', piece: before + character, after: '' })
    }
  const whole = pumps.filter(({ piece }) => piece !== '')
  return [...new Map(whole.map(pump => [JSON.stringify(pump), pump])).values()]
}

const listPairs = (characters: readonly string[]): string[] =>
  characters.flatMap(one => characters.map(other => one + other))

/** The text of a pump. */
export function pumped({ before, piece, after }: Pump, length: number): string {
  const room = length - before.length - after.length
  return before + piece.repeat(Math.ceil(room / piece.length)).slice(0, room) + after
}

/** Every single character or class of them within a node, and every repetition that has no close end. */
function findParts(node: AST.Node): { atoms: Atom[]; repeats: AST.Quantifier[] } {
  const atoms: Atom[] = []
  const repeats: AST.Quantifier[] = []
  const atom = (node: Atom) => {
    if (node.parent.type === 'Alternative' || node.parent.type === 'Quantifier') atoms.push(node)
  }
  visitRegExpAST(node, {
    onCharacterEnter: atom,
    onCharacterClassEnter: atom,
    onCharacterSetEnter: atom,
    onQuantifierEnter(quantifier) {
      if (quantifier.max > 10) repeats.push(quantifier)
    },
  })
  return { atoms, repeats }
}

interface Letter {
  readonly character: string
  /** The atoms that match it, as they are written. */
  readonly atoms: ReadonlySet<string>
}

/** One character for each set of atoms that match the same characters. */
function findAlphabet(pattern: AST.Pattern, atoms: readonly Atom[], flags: string): Letter[] {
  const own: string[] = []
  visitRegExpAST(pattern, { onCharacterEnter: ({ value }) => own.push(String.fromCodePoint(value)) })
  const forms = [...new Set(atoms.map(({ raw }) => raw))].map(raw => ({
    raw,
    form: new RegExp(`^(?:${raw})$`, flags.replace(/[gym]/g, '')),
  }))
  const letters = new Map<string, Letter>()
  for (const character of [...own, ...candidates]) {
    const matching = new Set(forms.filter(({ form }) => form.test(character)).map(({ raw }) => raw))
    const key = [...matching].join(' ')
    if (!letters.has(key)) letters.set(key, { character, atoms: matching })
  }
  return [...letters.values()]
}

type Sampler = (node: AST.Element | AST.QuantifiableElement) => string

/** @param isFull with what is optional, and with the last alternative in place of the first */
function sampler(alphabet: readonly Letter[], isFull: boolean): Sampler {
  const sample: Sampler = node => {
    switch (node.type) {
      case 'Character':
        return String.fromCodePoint(node.value)
      case 'CharacterClass':
      case 'CharacterSet':
        return alphabet.find(({ atoms }) => atoms.has(node.raw))?.character ?? ''
      case 'Quantifier':
        return sample(node.element).repeat(Math.min(Math.max(node.min, isFull ? 1 : 0), node.max, 50))
      case 'Group':
      case 'CapturingGroup':
        return (node.alternatives.at(isFull ? -1 : 0)?.elements ?? []).map(sample).join('')
      default:
        return ''
    }
  }
  return sample
}

/** The shortest text that leads to a place in the pattern. */
function leading(node: AST.Node, sample: Sampler): string {
  const { parent } = node
  if (parent === null || parent.type === 'Pattern') return ''
  if (parent.type !== 'Alternative') return leading(parent, sample)
  const elements = parent.elements.slice(0, parent.elements.indexOf(node as AST.Element))
  return leading(parent, sample) + elements.map(sample).join('')
}
