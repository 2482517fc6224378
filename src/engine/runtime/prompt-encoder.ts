import type { PreTrainedTokenizer } from '@huggingface/transformers'
import { ownValue } from '@voxelwise/python'
import { isFields } from '../base/config-fields.ts'
import { errorMessage, errorReason, VoxelwiseError } from '../base/errors.ts'
import type { Family, ModelConfigs } from '../families/family.ts'
import {
  fallbackTemplate,
  messageContent,
  noChatTemplate,
  type Thinking,
  thinkingMarks,
  withoutThought,
} from '../model/chat-template.ts'
import { ChatTemplateProgram } from '../model/template.ts'
import { checkTokenizerFile, tokenizerError } from '../model/tokenizer-file.ts'
import type { ChatTemplate, ThinkingChoice } from '../protocol/settings.ts'
import { imagesShown, plainTurn, type Turn } from '../protocol/turns.ts'
import { type FoundTemplate, type ModelFolder, readChatTemplate, readFields } from './model-folder.ts'

type Transformers = typeof import('@huggingface/transformers')
type Fields = Readonly<Record<string, unknown>>

/** The file whose regular expressions or program run next: what is at fault if that never ends. */
export type OnStage = (subject: string) => void

interface PromptOptions {
  readonly chatTemplate?: ChatTemplate | undefined
  readonly thinking?: ThinkingChoice | undefined
  readonly onStage?: OnStage
}

/** Turns a question into token ids through the model's own chat template and tokenizer. */
export class PromptEncoder {
  readonly tokenizer: PreTrainedTokenizer
  /** Whether decoding joins what was apart (" n't", " ."), so that more text could change what was said. */
  readonly tidiesText: boolean
  /** How its chat template marks a thought; null where it has none. */
  readonly thinking: Thinking | null
  readonly #thinks: ThinkingChoice | undefined
  /** What templates call the tokenizer's special tokens, and their texts. */
  readonly #specialTokens: Readonly<Record<string, string>>
  readonly #template: FoundTemplate
  readonly #program: ChatTemplateProgram
  readonly #tokenizerFile: string
  readonly #placeholder: string
  readonly #family: Family
  readonly #onStage: OnStage
  /** The prefix of the image before: most images of a data set have their tokens in common. */
  #prefix: { readonly key: string; readonly ids: readonly number[] } | null = null

  private constructor(
    folder: ModelFolder,
    tokenizer: PreTrainedTokenizer,
    config: Fields,
    template: FoundTemplate,
    family: Family,
    placeholder: string,
    { onStage = () => {}, thinking }: PromptOptions,
  ) {
    this.tokenizer = tokenizer
    // Python's default since transformers 5; transformers.js would tidy where nothing is said.
    this.tidiesText = config.clean_up_tokenization_spaces === true
    this.#specialTokens = specialTokens(config)
    this.#template = template
    this.thinking = thinkingMarks(template.source)
    this.#thinks = thinking
    this.#program = parsed(template)
    this.#tokenizerFile = `${folder.name}/tokenizer.json`
    this.#placeholder = placeholder
    this.#family = family
    this.#onStage = onStage
  }

  /** @throws VoxelwiseError model-config where the tokenizer or its chat template is missing or broken. */
  static async load(
    transformers: Transformers,
    folder: ModelFolder,
    family: Family,
    configs: ModelConfigs,
    options: PromptOptions,
  ): Promise<PromptEncoder> {
    const placeholder = family.placeholder(configs)
    const builtIn = (source: string): FoundTemplate => ({ source, subject: 'the built-in chat template' })
    const [json, config, template] = await Promise.all([
      readFields(folder, 'tokenizer.json'),
      readFields(folder, 'tokenizer_config.json'),
      options.chatTemplate === 'fallback'
        ? builtIn(fallbackTemplate(placeholder))
        : readChatTemplate(folder, configs).then(
            found => found ?? (family.template === undefined ? null : builtIn(family.template)),
          ),
    ])
    if (template === null) throw new VoxelwiseError(noChatTemplate(folder.name))
    options.onStage?.(`${folder.name}/tokenizer.json`)
    const tokenizer = loadTokenizer(transformers, folder.name, json, config)
    options.onStage?.(template.subject)
    return new PromptEncoder(folder, tokenizer, config, template, family, placeholder, options)
  }

  /**
   * Token ids of what is said.
   * @param images what stands for each image, by its number in the turns
   * @throws VoxelwiseError prompt-failed, naming the chat template or the tokenizer
   */
  ids(turns: readonly Turn[], images: readonly string[]): readonly number[] {
    return this.encode(this.render(turns, images))
  }

  /** The whole prompt as text. */
  render(turns: readonly Turn[], images: readonly string[]): string {
    const { source, subject } = this.#template
    const placeholder = this.#placeholder
    const shown = imagesShown(turns)
    const isMentioned = turns.some(turn => mentions(turn, placeholder))
    if (shown.length > 0 && isMentioned) throw mistaken(placeholder)
    const messages = turns.map(({ role, parts }) => ({
      role,
      // Templates of language models put a turn's content together with other texts, whatever else they mention.
      content: this.#family.textOnly ? plainContent(parts) : messageContent(source, parts, placeholder),
    }))
    this.#onStage(subject)
    let rendered: string
    try {
      rendered = this.#program.render({
        messages,
        add_generation_prompt: true,
        tools: null,
        documents: null,
        ...(this.#thinks && { enable_thinking: this.#thinks === 'on' }),
        ...this.#specialTokens,
      })
    } catch (cause) {
      throw promptFailed(subject, `The chat template fails: ${errorReason(cause)}.`, cause)
    }
    if (this.#thinks === 'off' && this.thinking) rendered = withoutThought(rendered, this.thinking)
    if (rendered === '') throw promptFailed(subject, 'The chat template writes nothing.')
    const places = rendered.split(placeholder).length - 1
    if (places < shown.length) {
      const which = shown.length === 1 ? 'the image' : `${shown.length - places} of ${shown.length} images`
      throw promptFailed(subject, `The chat template leaves ${which} (${placeholder}) out.`)
    }
    if (shown.length === 0 && places > 0 && !isMentioned)
      throw promptFailed(subject, `The chat template writes ${placeholder} although there is no image.`)
    return replaceEach(
      rendered,
      placeholder,
      shown.map(image => images[image] ?? ''),
    )
  }

  /** Token ids of a whole prompt. */
  encode(prompt: string): readonly number[] {
    const bos = this.#specialTokens.bos_token
    const subject = this.#tokenizerFile
    this.#onStage(subject)
    let ids: readonly number[]
    try {
      ids = this.tokenizer.encode(prompt, {
        // As Python's processor: a template that writes the beginning-of-text token itself must not get two.
        add_special_tokens: !this.#family.onlyTemplate && !(bos && prompt.startsWith(bos)),
      })
    } catch (cause) {
      throw promptFailed(subject, `The tokenizer fails: ${errorReason(cause)}.`, cause)
    }
    // One that knows no token for what is unknown gives nothing in its place.
    if (ids.length > 0 && ids.every(Number.isInteger)) return ids
    throw promptFailed(subject, 'The tokenizer has no token for a part of the prompt.')
  }

  /**
   * The tokens that every question on the same images begins with: what two prompts share whose questions share
   * nothing. It depends on no question, so that answers do not depend on which questions are asked together.
   * Empty where the family must have a prompt whole.
   * @param opening what every prompt of the protocol begins with
   */
  sharedPrefix(imageTokens: readonly string[], opening: string): readonly number[] {
    if (this.#family.prefixUnsupported !== undefined) return []
    const key = JSON.stringify([imageTokens, opening])
    if (this.#prefix?.key !== key) this.#prefix = { key, ids: this.#findPrefix(imageTokens, opening) }
    return this.#prefix.ids
  }

  #findPrefix(imageTokens: readonly string[], opening: string): readonly number[] {
    const [a, b] = ['A?', '0.'].map(question =>
      this.ids(plainTurn(`${opening}${question}`, imageTokens.length), imageTokens),
    )
    if (!a || !b) return []
    let length = 0
    while (length < Math.min(a.length, b.length) && a[length] === b[length]) length++
    return a.slice(0, length)
  }

  /** The same with special tokens: a model may mark its thoughts by them. */
  markedText(ids: readonly number[]): string {
    return this.tokenizer.decode([...ids], {
      skip_special_tokens: false,
      clean_up_tokenization_spaces: this.tidiesText,
    })
  }

  get vocabularySize(): number {
    return this.tokenizer.get_vocab().size
  }

  text(ids: readonly number[]): string {
    return this.tokenizer.decode([...ids], {
      skip_special_tokens: true,
      clean_up_tokenization_spaces: this.tidiesText,
    })
  }
}

const plainContent = (parts: Turn['parts']): string =>
  parts.map(part => (part.type === 'text' ? part.text : '')).join('')

function parsed({ source, subject }: FoundTemplate): ChatTemplateProgram {
  try {
    return new ChatTemplateProgram(source)
  } catch (cause) {
    throw new VoxelwiseError({
      code: 'model-config',
      subject,
      message: `The chat template cannot be read: ${errorReason(cause)}.`,
      remedy: templateRemedy,
      cause,
    })
  }
}

const templateRemedy =
  'Compare it with the one the model was published with, or choose the built-in template (User: … Assistant:).'

function promptFailed(subject: string, message: string, cause?: unknown): VoxelwiseError {
  const remedy = subject.endsWith('tokenizer.json')
    ? 'Compare the file with the one the model was published with.'
    : templateRemedy
  return new VoxelwiseError({ code: 'prompt-failed', subject, message, remedy, cause })
}

const mentions = ({ parts }: Turn, placeholder: string): boolean =>
  parts.some(part => part.type === 'text' && part.text.includes(placeholder))

/** Python's processors take it for one more image, and fail for want of that. */
function mistaken(placeholder: string): VoxelwiseError {
  return new VoxelwiseError({
    code: 'prompt-failed',
    subject: placeholder,
    message: 'The question contains this model’s image placeholder.',
    remedy: 'Choose a protocol that places images within the question, or another model family.',
  })
}

/** The first occurrences of `search`, each replaced by its own text; a replacement may contain `search`. */
function replaceEach(text: string, search: string, replacements: readonly string[]): string {
  let done = ''
  let rest = text
  for (const replacement of replacements) {
    const at = rest.indexOf(search)
    if (at < 0) break
    done += rest.slice(0, at) + replacement
    rest = rest.slice(at + search.length)
  }
  return done + rest
}

/** As transformers.js names them to a template. */
function specialTokens(config: Fields): Readonly<Record<string, string>> {
  const names = ['bos', 'eos', 'unk', 'sep', 'pad', 'cls', 'mask'].map(name => `${name}_token`)
  const texts = names.map(name => [name, tokenText(ownValue(config, name))] as const)
  return Object.fromEntries(texts.filter(([, text]) => text !== ''))
}

function tokenText(token: unknown): string {
  if (typeof token === 'string') return token
  return isFields(token) && typeof token.content === 'string' ? token.content : ''
}

/**
 * A tokenizer of the class that tokenizer_config.json names; of the base class where transformers.js has none of that
 * name, as Python would.
 * @param folder name of the model's folder
 * @throws VoxelwiseError model-config naming the file or field
 */
function loadTokenizer(
  transformers: Transformers,
  folder: string,
  json: Fields,
  config: Fields,
): PreTrainedTokenizer {
  checkTokenizerFile(folder, json)
  const Tokenizer = tokenizerClass(transformers, folder, config.tokenizer_class)
  try {
    return new Tokenizer(json, config)
  } catch (cause) {
    const message = `No tokenizer can be made of it and tokenizer_config.json: ${errorMessage(cause)}.`
    throw tokenizerError(`${folder}/tokenizer.json`, message, cause)
  }
}

function tokenizerClass(
  transformers: Transformers,
  folder: string,
  named: unknown,
): typeof PreTrainedTokenizer {
  const base = transformers.PreTrainedTokenizer
  const classes = transformers as unknown as Fields
  const name = typeof named === 'string' ? named.replace(/Fast$/, '') : null
  const candidate = name === null ? null : (ownValue(classes, name) ?? base)
  const isTokenizer = (one: unknown): one is typeof base =>
    one === base || (typeof one === 'function' && one.prototype instanceof base)
  if (isTokenizer(candidate)) return candidate
  const subject = `${folder}/tokenizer_config.json: tokenizer_class`
  throw tokenizerError(subject, `This is not the name of a tokenizer: ${JSON.stringify(named)}.`)
}
