import type { AssistantDefinitionInput } from '#contract/assistant.ts'
import { businessEntry, privacyEntry } from './shared-entries.ts'

export const realEstate: AssistantDefinitionInput = {
  id: 'real-estate',
  name: 'Sofia',
  voiceId: 'ivy',
  firstMessage: "Hi, I'm Sofia, your AI guide to homes. Are you buying or renting?",
  scope: 'buying, selling and renting homes, mortgages, viewings, offers, and the costs around them',
  systemPrompt: `You are Sofia, a bright and practical guide for people who buy, sell or rent a home. You talk by voice, so you answer in one or
two short spoken sentences, without lists, symbols or abbreviations. Say amounts in round numbers, and explain terms such as escrow,
survey or equity in everyday words the first time you use them.

You give general information. You are not an agent, a lender, a surveyor or a lawyer, you have no live listings or prices, and you say so
when somebody asks for one. Rules, taxes and fees differ by country and region: ask where the home is before saying more than the basics.
Advise people to have a contract checked by a lawyer or notary before signing, and never to pay a deposit for a home that they or somebody
they trust has not seen.

Treat everyone alike. Never suggest an area or a home because of anybody's origin, religion, family or disability, and don't describe
neighbourhoods by who lives there; offer facts such as travel time, noise, schools and shops instead.

Ask at most one question at a time, usually about budget, place or date. Be calm with first time buyers, and honest about risk: prices can
fall and rates can rise. If somebody is about to lose their home, name free housing advice first. If you don't know, say so. Be honest that
you are an AI.`,
  knowledge: [
    {
      id: 'first-steps',
      question: 'What is the first step to buying a home?',
      patterns: [
        "(what is | what's) the first step (to | in | when) buying (a home | a house | an apartment)",
        '(how do i | i want to | help me) buy (a home | a house | an apartment)',
        "i'm a first time buyer",
        '(where do i start | how do i start) [with buying a house]',
      ],
      answer:
        'Start with your budget, not with listings. Check your savings and credit, then ask a lender how much you could borrow, ideally in writing. With that number you can view homes seriously, and sellers will take your offer seriously too.',
      keywords:
        'buy, buying, first, purchase, process, begin, first home, first time buyer, get started, steps, before looking, house hunting, own a place, property ladder',
      followUps: [
        {
          patterns: ['[and] how long does (it | that | all that) take', '[and] how long will it take'],
          answer:
            'From the first viewing to the keys, three to six months is common. Once an offer is accepted, plan one to three months for the loan, the checks and the paperwork.',
        },
      ],
    },
    {
      id: 'how-much-afford',
      question: 'How much house can I afford?',
      patterns: [
        'how (much house | expensive a house) can i afford',
        'what can i afford',
        'how much can i borrow',
        'what (should my budget be | is my budget) [for a house]',
        'can i afford (a house | to buy)',
      ],
      answer:
        'Keep all housing costs under a third of your income before tax. Keep all your debts together under about forty percent. Count tax, insurance and repairs too, about one percent of the price each year. Then try living on that budget for three months.',
      keywords:
        'afford, borrow, income, salary, price range, earn, expensive, budget, realistic, how big a loan, what can we pay',
    },
    {
      id: 'down-payment',
      question: 'How big should my down payment be?',
      patterns: [
        'how (big | large | much) (should my | is the) down payment [be]',
        'how much (cash | deposit) do i need [to buy a house]',
        '(tell me about | what is) (a | the) down payment',
        'can i buy (a house | a home) with no (money down | deposit)',
      ],
      answer:
        'Twenty percent brings better rates and saves extra insurance. Many lenders accept five to ten, and some programs for first buyers even less. Keep money aside for fees and moving, and do not spend your whole cushion.',
      keywords:
        'down, payment, deposit, upfront, percent down, put down, savings needed, cash needed, minimum deposit, twenty percent',
    },
    {
      id: 'mortgage',
      question: 'How does a mortgage work?',
      patterns: [
        '(how does | how do) (a mortgage | mortgages) work',
        '(what is | tell me about | explain) (a mortgage | mortgages | mortgage rates)',
        'should i (take | choose) a fixed or a variable rate',
        '(how do i get | i need) a (mortgage | home loan)',
        'what is (a fixed rate | a variable rate)',
      ],
      answer:
        'A mortgage is a loan secured by the home, paid back with interest over fifteen to thirty years. A fixed rate keeps the payment steady, a variable one moves with the market. Compare at least three lenders by the yearly rate with all fees included.',
      keywords:
        'mortgage, mortgages, loan, lender, rate, fixed, variable, home loan, house loan, interest rate, adjustable, bank, refinance, repay, monthly payment, years, term',
    },
    {
      id: 'closing-costs',
      question: 'Which extra costs come with buying?',
      patterns: [
        '(which | what) (extra | hidden | additional) (costs | fees) (come with buying | are there | should i expect)',
        '(what are | tell me about | how much are) [the] closing costs',
        'what (taxes | fees) do i pay when i buy',
        'how much is stamp duty',
      ],
      answer:
        'Plan two to five percent of the price. It pays for the lender, the inspection, the lawyer or notary, and registration. In some countries a property tax makes it ten or more. Ask for a written estimate early, because the loan seldom covers these costs.',
      keywords:
        'costs, fees, closing, tax, taxes, stamp, duty, extra, hidden costs, notary, stamp duty, additional, on top, legal fees, registration, expenses',
    },
    {
      id: 'viewing',
      question: 'What should I look for at a viewing?',
      patterns: [
        '(what should i | what do i) (look for | check | ask) (at | during) a (viewing | house viewing | visit)',
        '(i have | i am going to) a (viewing | house viewing) [tomorrow]',
        'what questions should i ask (the agent | the seller)',
        '[give me] viewing tips',
      ],
      answer:
        'Look at the roof, windows and walls for damp, run the taps, and check phone signal and noise. Ask why they are selling, what was repaired, and what the bills are. Come back at another hour of the day before you decide.',
      keywords:
        'viewing, viewings, visit, damp, tour, see a flat, look at, showing, open house, check, questions to ask, seeing an apartment, walk through',
    },
    {
      id: 'inspection',
      question: 'Do I need a home inspection?',
      patterns: [
        '(do i need | should i get | what is) (a | an) (home | house) (inspection | survey)',
        '(what does | how much is) (an inspector | a surveyor | an inspection) [check | cost]',
        'the (inspection | survey) found (problems | something)',
        'can i skip the inspection',
      ],
      answer:
        'Yes, nearly always, since a few hundred spent now can save tens of thousands. Choose an independent inspector, go along if you can, and ask what is urgent. If it finds serious faults, you may ask for repairs, a lower price, or walk away if your contract allows.',
      keywords:
        'inspection, inspector, survey, surveyor, structural, check the house, problems, building report, faults, surveyed, skip',
    },
    {
      id: 'make-an-offer',
      question: 'How much should I offer?',
      patterns: [
        'how much should i (offer | bid) [for the house]',
        '(how do i | i want to) make an offer',
        '(how do i | can i) negotiate [the price]',
        'should i offer (less | more) than the asking price',
        '(somebody | someone) (outbid me | offered more)',
      ],
      answer:
        'See what three similar homes nearby really sold for lately. Set your highest price before you start. A clean offer with the loan agreed can beat a slightly higher one, and flexible dates help too. Keep your right to inspect.',
      keywords: 'offer, bid, negotiate, bidding, asking price, below asking, lowball, counter offer, bargain, haggle',
    },
    {
      id: 'sell',
      question: 'How do I prepare my home for sale?',
      patterns: [
        '(how do i | help me) prepare my (home | house | apartment) for sale',
        '(i want to | how do i | when should i) sell my (home | house | apartment)',
        'how can i sell (faster | for more)',
        'should i renovate before (selling | i sell)',
      ],
      answer:
        'Clear out, clean deeply, repair small faults, and paint in light colours. Big renovations rarely pay back. Take photographs on a bright day, and put your papers together. Spring and early summer usually bring the most buyers.',
      keywords:
        'sell, selling, sale, renovate, staging, sold, put on the market, list, listing, buyers, ready, quickly, best time of year',
      followUps: [
        {
          patterns: ['[and] how long does (it | that | all that) take', '[and] how long will it take'],
          answer:
            'At the right price, a home often finds a buyer within four to eight weeks. The paperwork takes one to three months more. If nobody has viewed it in three weeks, the price is usually the reason.',
        },
      ],
    },
    {
      id: 'home-value',
      question: 'What is my home worth?',
      patterns: [
        "(what is | what's | how much is) my (home | house | apartment | flat) worth",
        'how do i (price | value) my (home | house | property)',
        '(i need | how do i get) a valuation',
        'what is the market value',
      ],
      answer:
        'I have no live prices, but three steps get you close. See what similar homes within a short walk sold for lately. Ask two or three agents to value yours for free. Distrust the highest figure if it comes without evidence.',
      keywords: 'worth, value, valuation, appraisal, price of my house, estimate, market value, sell for, get for it',
    },
    {
      id: 'agent-fees',
      question: 'How much does an agent charge?',
      patterns: [
        '(how much does | what does) (an agent | a realtor | an estate agent) (charge | cost)',
        'do i need (an agent | a realtor | an estate agent)',
        '(how do i choose | how do i find) (an agent | a realtor | an estate agent)',
        '(agent | realtor) fees',
        '[what is] the commission',
      ],
      answer:
        'Agents usually take between one and six percent of the price. It depends on the country, and you can negotiate. Talk to three, and ask what they sold near you and how long it took. Avoid long exclusive contracts. You may also sell without an agent.',
      keywords:
        'agent, realtor, commission, broker, estate agent, agent cost, charge, percentage, without an agent, fees',
    },
    {
      id: 'rent-or-buy',
      question: 'Is it better to rent or to buy?',
      patterns: [
        '(is it better to | should i) (rent or buy | buy or rent | rent or to buy)',
        'is (renting | buying) (better | a waste of money)',
        'is now a good time to buy',
        'will (house prices | prices) (fall | rise | crash)',
      ],
      answer:
        'Buying tends to win if you stay at least five to seven years. Renting wins if you may move. Compare the rent with interest, tax and repairs, not with the whole payment. Keep a cushion, and do not try to time the market.',
      keywords:
        'rent, buy, renting, market, buying, own, owning, cheaper, versus, better, throwing money away, keep renting, pros and cons',
    },
    {
      id: 'rental-application',
      question: 'How do I find a place to rent?',
      patterns: [
        '(how do i | help me | i want to) (find | rent) (a place to rent | a place | a flat | a room)',
        'how do i apply for (an apartment | a flat | a rental)',
        'what (documents | papers) do i need to rent',
        'what should i (check | look for) in a lease',
        'how do i avoid rental scams',
      ],
      answer:
        'Have proof of income, identity and a reference ready in one file, so that you can apply the same day. Read in the lease how long it runs, how rent may rise, and how to leave. Never pay anything before you have seen the place and the contract.',
      keywords:
        'rental, lease, flat, apartment, landlord, tenant, landlords want, papers, documents, find a flat, apply, looking for a place, references, roommate, credit check',
    },
    businessEntry(
      ['agency'],
      'An agency can have an assistant like me on its website. It answers questions about its homes from the knowledge that you write. You create it on our home page, and try it before you pay.',
    ),
    privacyEntry(
      'Your voice is used only to answer you, and the sound is not stored. The words of this call are kept in your own list of calls. You can read them again there.',
    ),
  ],
}
