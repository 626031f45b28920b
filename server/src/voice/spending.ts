/**
 * What each operation costs, in millionths of a US dollar per thousand units. Vendors' figures are rounded up from the
 * list prices of the default models; the built-in parts have a small price of their own, for the processor. These are
 * for limits and alarms, not for invoices. Explained in docs/boundaries/budgets.md.
 */
export const PRICES_PER_THOUSAND = {
  /** Characters of a prompt: about four to a token. */
  modelInput: 200,
  /** Characters of an answer. */
  modelOutput: 1_200,
  /** One question to a language model, of any length. */
  modelRequest: 20_000,
  /** Milliseconds of sound for a vendor's recogniser. */
  hearing: 100,
  /** One stretch of sound, which vendors round up. */
  hearingRequest: 300_000,
  /** Characters spoken by a vendor's voice. */
  speech: 50_000,
  builtInAnswer: 20_000,
  builtInHearing: 2,
  builtInSpeech: 300,
} as const

export type Operation = keyof typeof PRICES_PER_THOUSAND

/** What one call has cost so far, and whether it may cost more. */
export interface CallSpending {
  /** Counts `quantity` units of an operation, at the moment it is asked for. */
  spend(operation: Operation, quantity: number): void
  /** False once the budget is spent: the built-in parts do the work of the rest of the call. */
  mayUseVendors(): boolean
  /** True the first time it is asked after the budget was spent, so that the caller is told once. */
  isNewlySpent(): boolean
  spentMicros(): number
}

export interface CallBudget {
  fixedMicros: number
  /** Grows with the call, where the caller has a plan. */
  microsPerMinute?: number
}

export function createCallSpending(budget: CallBudget, durationMs: () => number = () => 0): CallSpending {
  // In thousandths of a micro, so that nothing is lost to rounding on the way.
  let spentThousandths = 0
  let isTold = false
  const allowedMicros = (): number => budget.fixedMicros + ((budget.microsPerMinute ?? 0) * durationMs()) / 60_000
  const spentMicros = (): number => Math.ceil(spentThousandths / 1_000)
  return {
    spend(operation, quantity) {
      spentThousandths += Math.max(0, Math.ceil(quantity)) * PRICES_PER_THOUSAND[operation]
    },
    mayUseVendors: () => spentMicros() < allowedMicros(),
    isNewlySpent() {
      if (isTold || spentMicros() < allowedMicros()) return false
      isTold = true
      return true
    },
    spentMicros,
  }
}
