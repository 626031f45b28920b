import { z } from 'zod'

/** A streamed part of a function call: the name comes once, the arguments in pieces. */
export const toolCallDelta = z.object({
  index: z.number().int().min(0).max(20).nullish(),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
})

interface ToolCall {
  id: string
  name: string
  argumentsText: string
}

/** Longest arguments in characters, far more than any form needs; the rest is dropped. */
const MAX_ARGUMENTS = 20_000

/** Assembles the function calls of one answer from their pieces. Some servers send no index, others no id. */
export function createToolCalls() {
  const calls: ToolCall[] = []
  return {
    add(deltas: readonly z.infer<typeof toolCallDelta>[]): void {
      for (const delta of deltas) {
        const isNew =
          delta.index === null || delta.index === undefined
            ? Boolean(delta.function?.name)
            : delta.index >= calls.length
        const call = isNew ? { id: '', name: '', argumentsText: '' } : calls[delta.index ?? calls.length - 1]
        if (!call) continue
        if (isNew) calls.push(call)
        call.id ||= delta.id ?? ''
        call.name ||= delta.function?.name ?? ''
        call.argumentsText = (call.argumentsText + (delta.function?.arguments ?? '')).slice(0, MAX_ARGUMENTS)
      }
    },
    all: (): ToolCall[] =>
      calls.filter(({ name }) => name !== '').map((call, index) => ({ ...call, id: call.id || `call_${index}` })),
  }
}
