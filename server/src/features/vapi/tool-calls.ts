import { createRecentValues } from '../../infra/recent-values.ts'
import type { CallActions } from '../../voice/actions.ts'
import { callFunction } from '../../voice/actions/model-tools.ts'
import type { Calls } from '../calls/calls.ts'
import type { CallMarks } from './call-mark.ts'
import type { VapiServerMessage } from './server-messages.ts'

/** Number of results kept for messages that Vapi repeats. */
const MAX_KEPT = 5_000

type ToolCalls = Extract<VapiServerMessage, { type: 'tool-calls' }>

interface ToolCallResult {
  toolCallId: string
  name: string
  /** JSON in one line, to be read by the model. */
  result: string
}

interface CallsWithTools {
  desk: Pick<Calls['desk'], 'partsOf'>
  atVapi: Pick<Calls['atVapi'], 'bind'>
}

/**
 * Runs the tools that the model of a call at Vapi calls. If Vapi repeats a message because our response was lost, it gets
 * the first result again. After a restart, the actions themselves ensure that a repeated request in one call is stored
 * once.
 */
export function createToolCalls(calls: CallsWithTools, marks: CallMarks) {
  const answers = createRecentValues<string, Promise<ToolCallResult>>(MAX_KEPT)

  async function actionsOf({ call, assistant }: ToolCalls): Promise<CallActions | undefined> {
    const callId = marks.read(call, assistant)
    const row = callId === undefined ? undefined : await calls.atVapi.bind(callId, call.id)
    // After the call's end, results reach no caller.
    return row === undefined || row.status === 'ended' ? undefined : (await calls.desk.partsOf(row)).actions
  }

  async function carryOut(message: ToolCalls, wanted: ToolCalls['toolCallList'][number]): Promise<ToolCallResult> {
    const actions = await actionsOf(message)
    const outcome = actions
      ? await callFunction(actions, wanted)
      : { status: 'failed', say: 'That cannot be done here.' }
    return { toolCallId: wanted.id, name: wanted.name, result: JSON.stringify(outcome) }
  }

  function once(message: ToolCalls, wanted: ToolCalls['toolCallList'][number]): Promise<ToolCallResult> {
    const key = `${message.call.id} ${wanted.id}`
    return answers.getOr(key, () => {
      const answer = carryOut(message, wanted)
      // A failure on our side, such as the database's, is retried when the message comes again.
      answer.catch(() => answers.delete(key))
      return answer
    })
  }

  /** One after the other, since the second call may depend on the result of the first. */
  return async (message: ToolCalls): Promise<{ results: ToolCallResult[] }> => {
    const results: ToolCallResult[] = []
    for (const wanted of message.toolCallList) results.push(await once(message, wanted))
    return { results }
  }
}
