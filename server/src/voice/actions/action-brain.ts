import type { KnowledgeBrain } from '../brain/knowledge-brain.ts'

/** The built-in mind with the dialog about actions before it: calls without actions are the inner mind's alone. */
export function withActions(inner: KnowledgeBrain): KnowledgeBrain {
  return {
    ...inner,
    // The dialog's lines are whole sentences; what is said while an action runs must not wait for the next one.
    givesSentences: true,
    async *reply(turn, signal) {
      const { actions, assistant } = turn
      if (!actions) return yield* inner.reply(turn, signal)
      await inner.prepare(assistant)
      yield* actions.reply(turn, {
        knows: (text) => inner.known({ ...turn, text }) !== undefined,
        answer: () => inner.reply(turn, signal),
        onAction: () => turn.onOutcome?.('action'),
      })
    },
  }
}
