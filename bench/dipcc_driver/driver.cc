// Times dipcc on turns that it is given; bench/dipcc.py links this with dipcc's own sources.
//
// driver SEED GAMES LAST_YEAR reads turns from standard input, each of these lines:
//   turn S1901M / unit FRANCE A PAR / center FRANCE PAR / order FRANCE A PAR - BUR / end
// The first is where games of random play begin; the others are timed. It answers with lines
// "NAME RATE", rates a second of processor time, and "after" with who stands where, one a turn.

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <iostream>
#include <random>
#include <sstream>
#include <string>
#include <unordered_map>
#include <vector>

#include "enums.h"
#include "game_state.h"
#include "loc.h"
#include "order.h"
#include "phase.h"
#include "power.h"

using namespace dipcc;

namespace {

using Orders = std::unordered_map<Power, std::vector<Order>>;

struct Turn {
  GameState state;
  Orders orders;
};

constexpr double kSeconds = 0.3;

double now() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return time.tv_sec + time.tv_nsec * 1e-9;
}

std::vector<Turn> read_turns() {
  std::vector<Turn> turns;
  std::string line, word, power, kind, place;
  while (std::getline(std::cin, line)) {
    std::istringstream words(line);
    words >> word;
    if (word == "turn") {
      turns.emplace_back();
      words >> word;
      turns.back().state.set_phase(Phase(word));
    } else if (word == "unit") {
      words >> power >> kind >> place;
      turns.back().state.set_unit(power_from_str(power),
                                  kind == "A" ? UnitType::ARMY : UnitType::FLEET,
                                  loc_from_str(place));
    } else if (word == "center") {
      words >> power >> place;
      turns.back().state.set_center(loc_from_str(place), power_from_str(power));
    } else if (word == "order") {
      words >> power >> std::ws;
      std::getline(words, word);
      turns.back().orders[power_from_str(power)].push_back(Order(word));
    }
  }
  return turns;
}

// How many turns a second go through the work, each time on copies that were made before.
template <class Work> double rate(const std::vector<Turn> &turns, Work work) {
  double spent = 0;
  size_t done = 0;
  while (spent < kSeconds) {
    std::vector<Turn> copies(turns);
    const double begun = now();
    for (Turn &turn : copies)
      work(turn);
    spent += now() - begun;
    done += copies.size();
  }
  return done / spent;
}

// Random legal orders for all that can have one, in an adjustment as many as are due.
Orders choose(GameState &state, std::mt19937 &dice) {
  Orders orders;
  const auto &possible = state.get_all_possible_orders();
  for (const auto &[power, places] : state.get_orderable_locations()) {
    std::vector<Loc> open(places);
    size_t due = open.size();
    if (state.get_phase().phase_type == 'A') {
      std::shuffle(open.begin(), open.end(), dice);
      due = std::min<size_t>(due, std::abs(state.get_n_builds(power)));
    }
    for (size_t i = 0; i < due; ++i) {
      std::vector<Order> some; // listed under the coast that the unit is on, or is built on
      for (Loc place : expand_coasts(open[i]))
        if (const auto found = possible.find(place); found != possible.end())
          some.insert(some.end(), found->second.begin(), found->second.end());
      orders[power].push_back(some[dice() % some.size()]);
    }
  }
  return orders;
}

// Phases a second of random play.
double play(const GameState &start, unsigned seed, int games, unsigned last_year) {
  std::mt19937 dice(seed);
  size_t phases = 0;
  const double begun = now();
  for (int game = 0; game < games; ++game) {
    GameState state(start);
    while (state.get_phase().phase_type != 'C' && state.get_phase().year <= last_year) {
      state = state.process(choose(state, dice));
      ++phases;
    }
  }
  return phases / (now() - begun);
}

} // namespace

int main(int, char **given) {
  std::vector<Turn> turns = read_turns();
  const GameState start = turns.front().state;
  turns.erase(turns.begin());

  std::cout << "process_cold "
            << rate(turns, [](Turn &turn) { turn.state.process(turn.orders); }) << '\n';
  std::cout << "legal_orders " << rate(turns, [](Turn &turn) {
    turn.state.get_all_possible_orders();
  }) << '\n';
  std::vector<Turn> listed(turns);
  for (Turn &turn : listed)
    turn.state.get_all_possible_orders();
  std::cout << "process " << rate(listed, [](Turn &turn) { turn.state.process(turn.orders); })
            << '\n';
  size_t units = 0; // asked for, so that the copies are not left out
  const double copies = rate(turns, [&](Turn &turn) {
    const GameState copy(turn.state);
    units += copy.get_units().size();
  });
  std::cout << "copy " << (units ? copies : 0) << '\n';
  std::cout << "play "
            << play(start, std::stoul(given[1]), std::stoi(given[2]), std::stoul(given[3])) << '\n';
  for (Turn &turn : turns) {
    const GameState next_state = turn.state.process(turn.orders);
    std::cout << "after";
    for (const auto &[place, unit] : next_state.get_units())
      std::cout << ' ' << power_str(unit.power) << ':'
                << (unit.type == UnitType::ARMY ? 'A' : 'F') << ':' << loc_str(place);
    std::cout << '\n';
  }
}
