import type { KnowledgeBrain } from '../brain/knowledge-brain.ts'

/**
 * The built-in brain with the dialog about actions in front of it. In calls without actions, the inner brain answers
 * alone.
 */
export function withActions(inner: KnowledgeBrain): KnowledgeBrain {
  return {
    ...inner,
    // The dialog yields whole sentences. A line that is spoken while an action runs must not wait for the next
    // sentence.
    givesSentences: true,
    confidenceIn: async (turn) => (turn.actions?.hasPlainValue(turn.text) ? 1 : inner.confidenceIn(turn)),
    async *reply(turn, signal) {
      const { actions } = turn
      if (!actions) return yield* inner.reply(turn, signal)
      const known = await inner.known(turn)
      yield* actions.reply(turn, {
        knows: (text) => known(text) !== undefined,
        answer: () => inner.reply(turn, signal),
        onAction: () => turn.onOutcome?.('action'),
      })
    },
  }
}
