/**
 * What each operation costs, in millionths of a US dollar per thousand units. Vendors' prices are rounded up from the
 * list prices of the default models; the built-in parts have a small price for processor time. These prices serve
 * limits and alarms, not invoices; see docs/boundaries/budgets.md.
 */
const PRICES_PER_THOUSAND = {
  /** Characters of a prompt; a token has about four. */
  modelInput: 200,
  /** Characters of an answer. */
  modelOutput: 1_200,
  /** One request to a language model, whatever its length. */
  modelRequest: 20_000,
  /** Milliseconds of sound for a vendor's recogniser. */
  hearing: 100,
  /** One request to a vendor's recogniser; vendors round its duration up. */
  hearingRequest: 300_000,
  /** Characters spoken by a vendor's voice. */
  speech: 50_000,
  builtInAnswer: 20_000,
  builtInHearing: 2,
  builtInSpeech: 300,
} as const

export type Operation = keyof typeof PRICES_PER_THOUSAND

export interface CallBudget {
  fixedMicros: number
  /** Additional budget for each minute of the call, if the caller has a plan. */
  microsPerMinute?: number
}

export type CallSpending = ReturnType<typeof createCallSpending>

/** What one call has cost so far, and whether it may cost more. */
export function createCallSpending(budget: CallBudget, durationMs: () => number = () => 0) {
  // In thousandths of a micro-dollar, so that no fraction is lost by rounding.
  let spentThousandths = 0
  let isTold = false
  const allowedMicros = (): number => budget.fixedMicros + ((budget.microsPerMinute ?? 0) * durationMs()) / 60_000
  const spentMicros = (): number => Math.ceil(spentThousandths / 1_000)
  return {
    /** Charges `quantity` units of an operation, when it is requested. */
    spend(operation: Operation, quantity: number): void {
      spentThousandths += Math.max(0, Math.ceil(quantity)) * PRICES_PER_THOUSAND[operation]
    },
    /** False once the budget is spent; the built-in parts then serve the rest of the call. */
    mayUseVendors: () => spentMicros() < allowedMicros(),
    /** True only the first time it is asked after the budget was spent, so that the caller is told once. */
    isNewlySpent(): boolean {
      if (isTold || spentMicros() < allowedMicros()) return false
      isTold = true
      return true
    },
    spentMicros,
  }
}
