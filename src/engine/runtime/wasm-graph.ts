import {
  AttentionProducts,
  constantField,
  type FindValue,
  graphHead,
  isGroupedAttention,
  type KnownValue,
  nodeField,
  type OnnxNode,
  readNode,
} from '@voxelwise/onnx'
import { blobBytes } from '../base/blob-bytes.ts'
import { type JoinedPart, joinedBlob, partSize } from '../base/joined-blob.ts'
import { GraphReader } from '../model/graph-reader.ts'
import { blobSource, type Span } from '../model/protobuf.ts'
import type { GraphFile } from './backend.ts'
import { readOnnx } from './outlines.ts'

/** Bytes of the nodes that are read. A larger one holds a constant. */
const longestNode = 1 << 16

/** Files up to this size are read once and whole: Firefox sometimes leaves one of many reads unanswered (`blob-bytes.ts`). */
const readWhole = 1 << 24

/** The first version of the operators in which the new nodes are written. */
const leastOpset = 13

/** A node that may be rewritten, and where it lies. */
interface PlacedNode {
  readonly node: OnnxNode
  readonly whole: Span
}

interface FoundGraph {
  /** The graph as a field of its file, and what is in the field. */
  readonly whole: Span
  readonly span: Span
  readonly nodes: readonly PlacedNode[]
  readonly find: FindValue
}

/**
 * The file of a graph as ONNX Runtime Web is to load it on a processor: attention that has an operator of its own is computed as
 * matrix products. The file itself is read as it is needed, its weights included.
 * @param subject the file, as the user knows it
 * @throws VoxelwiseError model-load where what it states of its values is no protobuf
 */
export async function graphForWasm(
  subject: string,
  { blob, outline }: Pick<GraphFile, 'blob' | 'outline'>,
): Promise<Blob> {
  if (!outline.nodes.some(({ op }) => op === 'com.microsoft.GroupQueryAttention')) return blob
  const bytes = blob.size <= readWhole ? new Uint8Array(await blobBytes(blob)) : null
  const source = bytes
    ? { size: bytes.length, read: async (start: number, end: number) => bytes.subarray(start, end) }
    : blobSource(blob)
  const found = await readOnnx(subject, () => new NodeReader(source).found())
  if (!found) return blob
  const { whole, span, nodes, find } = found
  const part = (start: number, end: number): JoinedPart =>
    bytes ? bytes.subarray(start, end) : blob.slice(start, end)
  const products = new AttentionProducts(find)
  const inside: JoinedPart[] = []
  let at = span.start
  for (const { node, whole } of nodes) {
    const rewritten = products.rewritten(node)
    if (!rewritten) continue
    inside.push(part(at, whole.start), ...rewritten.map(nodeField))
    at = whole.end
  }
  inside.push(part(at, span.end), ...products.constants.map(constantField))
  const length = inside.reduce((sum, one) => sum + partSize(one), 0)
  return joinedBlob([part(0, whole.start), graphHead(length), ...inside, part(whole.end, blob.size)])
}

/** Finds nodes and what is known of their inputs. */
class NodeReader extends GraphReader {
  /** ModelProto: graph = 7, opset_import = 8. Null where it is written in older operators, or in several parts. */
  async found(): Promise<FoundGraph | null> {
    const graphs: { readonly whole: Span; readonly span: Span }[] = []
    let opset = 0
    for await (const { id, whole, span } of this.fields(this.whole)) {
      if (id === 7 && span) graphs.push({ whole, span })
      else if (id === 8 && span) opset = Math.max(opset, await this.#standardVersion(span))
    }
    const [graph, ...more] = graphs
    if (!graph || more.length > 0 || opset < leastOpset) return null
    return { ...graph, ...(await this.#contents(graph.span)) }
  }

  /** OperatorSetIdProto: domain = 1, version = 2. */
  async #standardVersion(span: Span): Promise<number> {
    let [domain, version] = ['', 0]
    for await (const field of this.fields(span)) {
      if (field.id === 1 && field.span) domain = await this.text(field.span)
      else if (field.id === 2 && field.span === null) version = field.value
    }
    return domain === '' || domain === 'ai.onnx' ? version : 0
  }

  /** GraphProto: node = 1, initializer = 5, input = 11, value_info = 13. */
  async #contents(graph: Span): Promise<Pick<FoundGraph, 'nodes' | 'find'>> {
    const nodes: PlacedNode[] = []
    const values = new Map<string, KnownValue>()
    for await (const { id, whole, span } of this.fields(graph)) {
      if (!span) continue
      if (id === 1 && span.end - span.start <= longestNode) {
        const node = readNode(await this.bytes(span))
        if (isGroupedAttention(node)) nodes.push({ node, whole })
      } else if (id === 5 || id === 11 || id === 13) {
        const value = id === 5 ? await this.tensor(span) : await this.value(span)
        values.set(value.name, value)
      }
    }
    return { nodes, find: name => values.get(name) }
  }
}
