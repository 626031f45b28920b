import type { AssistantDefinitionInput } from '#contract/assistant.ts'
import { businessEntry, privacyEntry } from './shared-entries.ts'

export const finance: AssistantDefinitionInput = {
  id: 'finance',
  name: 'Marcus',
  voiceId: 'rowan',
  firstMessage: "I'm Marcus, an AI for general money questions. How can I help?",
  scope: 'budgeting, saving, getting out of debt, credit scores, the basics of investing, and pensions',
  systemPrompt: `You are Marcus, a steady and reassuring money coach. You talk with people by voice, so you answer in one or two short
spoken sentences, without lists, symbols or abbreviations. Say amounts in round numbers that are easy to hear, and explain any term of
finance in everyday words the first time you use it.

You give general financial information and education. You are not a licensed adviser, you don't know the whole situation of the person,
and you never recommend a particular share, fund, coin, insurance or lender. Rules for tax, pensions and credit differ by country: say so
and ask where the person lives when it matters. For large or lasting decisions, suggest an independent adviser who is paid by the hour.

Be kind about debt; nobody should feel ashamed. When somebody can't pay for rent, food or heating, name free help first: a non profit
debt charity or credit counselling service. When a person in money trouble sounds hopeless, take it seriously and point them to a crisis
line or the local emergency number.

Warn clearly about scams: guaranteed returns, pressure to act today, payment in gift cards or by transfer to a safe account. Never ask for
account numbers, passwords or codes, and tell people not to say them aloud. If you don't know, say so. Be honest that you are an AI.`,
  knowledge: [
    {
      id: 'budget',
      question: 'How do I make a budget?',
      patterns: [
        '(how do i | how can i | help me) (make | start | set up) a budget',
        '[tell me about | teach me] budgeting',
        '(i need | i want) a budget',
        'where does [all] my money go',
        'i (run out of money | have no money left) (every month | at the end of the month)',
      ],
      answer:
        'Write down what comes in and what goes out. Then plan half for needs, a third or less for wants, and the rest for saving and debt. Start with last month, because real numbers beat guesses. Check it for ten minutes each week, and adjust it without blame.',
      keywords:
        'budget, budgeting, spending, income, expenses, track, plan, money goes, monthly, salary, household, spreadsheet, percentage, needs and wants, where my money goes, outgoings',
      followUps: [
        {
          patterns: [
            '[and] what if (my income | it) (changes | varies) [every month]',
            "[and] what if i'm (self employed | a freelancer)",
          ],
          answer:
            'Base the budget on your lowest month of the past year. In better months, put the extra aside, and pay yourself that same amount from it when a month is thin.',
        },
      ],
    },
    {
      id: 'emergency-fund',
      question: 'How big should my emergency fund be?',
      patterns: [
        '(what is | tell me about | do i need) an emergency fund',
        'how (big | large) should (my | an) emergency fund be',
        'how much (should i have | money should i have) (in reserve | for emergencies | for a rainy day)',
        '[a] rainy day fund',
      ],
      answer:
        'Aim for three to six months of the bills you cannot avoid. Keep it in an account that you can reach at once. Start with one month, or even a small sum, since the first cushion helps most. Save more if your income goes up and down.',
      keywords:
        'emergency, fund, cushion, reserve, rainy, rainy day, unexpected, months of expenses, safety net, lose my job, set aside, buffer, emergencies, nest egg',
    },
    {
      id: 'save-more',
      question: 'How can I save more money?',
      patterns: [
        '(how can i | how do i | help me) save [more] money',
        'i (want | need | would like) to save [more] money',
        'how much should i save [every month | each month]',
        "i (can't | never manage to) save [anything | any money]",
        '[give me | any] saving tips',
      ],
      answer:
        'Move a fixed amount to savings on the day you are paid. That way it never feels like spending money. Then cancel what you do not use. Ask for a better price on insurance, phone and power. Even a small sum every month adds up.',
      keywords:
        'save, saving, savings, tips, put aside, put away, cut back, spend less, cheaper, frugal, subscriptions, bills down, leftover, save up, goal, thrifty, cut expenses, cut costs, expenses down, reduce spending, economise',
      followUps: [
        {
          patterns: ['[and] where should i (keep | put) it', '[and] which account (is best | should i use)'],
          answer:
            'Money you may need soon belongs in a savings account. Choose one with easy access and protected deposits. Money that you will not touch for five years or more can be invested, with more risk and more growth.',
        },
      ],
    },
    {
      id: 'pay-off-debt',
      question: 'Which debt should I pay off first?',
      patterns: [
        '(how do i | how can i | help me) (pay off | get out of) [my] debt',
        'which (debt | loan) should i pay [off] first',
        'i (have | am in) [too much | a lot of] debt',
        'i owe [too much | a lot of] money',
        'should i pay off debt or save',
      ],
      answer:
        'Start with the debt that has the highest interest rate. Pay the minimum on all the others meanwhile. That saves the most money. If you need quick wins, clear the smallest debt first. Once one is gone, roll its payment onto the next.',
      keywords:
        'debt, debts, loan, loans, owe, repay, interest, snowball, avalanche, overdraft, consolidate, get out of debt, paying back, clear, credit cards balance, debt free',
    },
    {
      id: 'cannot-pay-bills',
      question: "What should I do if I can't pay my bills?",
      patterns: [
        "(what should i do | what happens) if i can't pay my (bills | rent | loan)",
        "i (can't | cannot) (pay | afford) my (bills | rent | electricity)",
        "i'm behind (on | with) my (bills | rent | payments)",
        '(somebody is | someone is | they are) (threatening me | calling me) about [my] debts',
        'i lost my job',
      ],
      answer:
        'Call the people you owe before the due date. Many will agree to smaller payments, and you are not alone with this. A free, non profit debt charity can talk to lenders for you. Cover rent, food, power and heat first.',
      keywords:
        'bills, rent, afford, unemployed, behind, broke, overdue, late payment, reminders, collectors, bankrupt, bankruptcy, cannot afford, miss a payment, electricity, arrears, no money left, struggling, cannot pay rent, evicted for money',
    },
    {
      id: 'credit-score',
      question: 'How do I improve my credit score?',
      patterns: [
        '(how do i | how can i) (improve | raise | build | fix) my credit [score]',
        '(what is | tell me about) a [good] credit score',
        'my credit score is (bad | low | terrible)',
        'i have (bad credit | no credit history)',
      ],
      answer:
        'Pay every bill on time, and keep old accounts open. Use less than a third of your credit limit. Check your report once a year and have mistakes corrected. In many countries that is free. Most people see a change within three to six months.',
      keywords:
        'score, rating, report, credit rating, credit report, fico, credit history, bad credit, rejected, turned down, lender, improve, build credit, rebuild, late payments, record, credit check, points dropped',
    },
    {
      id: 'credit-cards',
      question: 'How do credit cards work?',
      patterns: [
        '(how do credit cards | how does a credit card) work',
        '[tell me about | explain] credit cards',
        'should i (get | have | use) a credit card',
        'i (can only pay | only pay) the minimum [payment]',
      ],
      answer:
        'A card lends you money until the bill comes. If you pay it in full, that costs nothing extra. If you pay only the minimum, the interest is often above twenty percent a year. So treat it like cash that you already have.',
      keywords:
        'card, cards, minimum, visa, mastercard, apr, minimum payment, card bill, balance, plastic, annual fee, interest on a card, pay in full, credit card, card company, make money, card interest, cashback, how cards work',
    },
    {
      id: 'pension',
      question: 'How do I start a pension?',
      patterns: [
        '(how do i start | how does | tell me about | do i need) (a | my) pension [work]',
        '(how much | when) should i (save | start saving) for retirement',
        '[tell me about | what about] (retirement | pensions)',
        'am i too old to start a pension',
        '(when can i | i want to) retire',
      ],
      answer:
        'Start with the plan at your work. Pay in at least enough to get all that your employer adds, since that is free money. A common aim is fifteen percent of income over a working life. Rules differ by country, so check your state pension too.',
      keywords:
        'pension, pensions, retire, retirement, retiring, old age, 401k, ira, employer, social security, when i am old, state pension, private pension, superannuation, retirement plan, self employed, retirement savings',
    },
    {
      id: 'investing',
      question: 'How do I start investing?',
      patterns: [
        '(how do i | how can i | should i) (start investing | invest [my money])',
        '[tell me about | explain] (index funds | stocks and shares | the stock market)',
        'what (is | are) (a stock | an index fund | shares)',
        'should i buy (stocks | shares | bitcoin | gold)',
        "i'm new to investing",
      ],
      answer:
        'First clear expensive debt, and build a cushion. Many people then begin with a broad, low cost index fund. It holds hundreds of companies at once, and you can add a little each month. Prices do fall, so invest only what you can leave alone for five years.',
      keywords:
        'invest, investing, investment, stocks, shares, fund, funds, bitcoin, crypto, etf, stock market, index fund, bonds, portfolio, broker, beginner, risk, returns, dividends, money grow, trading, put my money, what to do with money, lump sum, inheritance, savings to invest, thousand',
    },
    {
      id: 'compound-interest',
      question: 'What is compound interest?',
      patterns: [
        "(what is | what's | explain | tell me about) compound interest",
        'how does (compound interest | interest) work',
        'how fast does money (double | grow)',
      ],
      answer:
        'Compound interest means that you earn interest on your interest. Divide seventy two by the yearly rate. That is roughly how many years your money takes to double. At six percent it is about twelve years. With debt, the same effect works against you.',
      keywords:
        'compound, interest, double, compounding, interest on interest, doubling, rule of seventy two, growth, snowball effect, exponential',
    },
    {
      id: 'inflation',
      question: 'What does inflation do to my savings?',
      patterns: [
        "(what is | what's | explain | tell me about) inflation",
        'what does inflation do to my (savings | money)',
        'why is everything (so expensive | getting expensive)',
        'why (are prices | do prices keep) (going up | rising)',
      ],
      answer:
        'Inflation means that prices rise, so the same money buys less. At three percent, idle savings lose a quarter of their worth in ten years. Keep what you need soon in a good savings account. When you ask for a raise, bring the figures.',
      keywords:
        'inflation, prices, expensive, price rise, cost of living, worth less, losing value, purchasing power, dearer, cash',
    },
    {
      id: 'scams',
      question: 'How do I recognise a money scam?',
      patterns: [
        '(how do i | how can i) (recognize | spot | avoid) [a] (scam | scams | fraud)',
        '(is this | it could be | i think this is) a scam',
        'i (was | think i was | have been) (scammed | tricked)',
        '(somebody | someone) stole my (card | money)',
        '[a stranger from] (the | my) bank called me',
      ],
      answer:
        'Hurry, secrecy and a guaranteed profit are the classic signs. Payment by gift card is another. Hang up, and call your bank on the number on your card. If you already paid, call the bank right now. Then report it to the police.',
      keywords:
        'scam, scams, fraud, scammed, stolen, scammer, fake, phishing, caller, bank called, gift cards, crypto promise, guaranteed, suspicious, con, trick, stolen money, cheated, ponzi, swindle',
    },
    businessEntry(
      ['bank', 'firm'],
      'A firm can have an assistant like me on its website. It answers common questions from the knowledge that you write. You create it on our home page, and try it before you pay.',
    ),
    privacyEntry(
      'Your voice is used only to answer you. The sound is not stored. The words of this call are kept in your own list of calls, where you can read them again. Please never say account numbers or passwords aloud.',
    ),
  ],
}
