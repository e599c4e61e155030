# What is asked of a launch, as ratios within one run: each bar with how it is computed from the records.
# A bar whose figures were not measured is left out.

BARS = [
    # what, sign, limit, the figure as a function of get
    ("launch / bare bwrap, default", "<=", "1.10", lambda g: g("launch/default") / g("launch/default:floor")),
    ("launch / (bare bwrap + git config), default", "<=", "1.10",
     lambda g: g("launch/default") / g("launch/default:floor+git")),
    ("launch / bare bwrap, offline", "<=", "1.10", lambda g: g("launch/offline") / g("launch/offline:floor")),
    ("launch of api, with its proxy / bare bwrap, default", "<=", "1.4",
     lambda g: g("launch/api") / g("launch/default:floor")),
    ("launch of internet, with its network / bare bwrap, default", "<=", "2.5",
     lambda g: g("launch/internet") / g("launch/default:floor")),
    ("shell script / launch, default", ">=", "3", lambda g: g("launch/script") / g("launch/default")),
    ("firejail / launch, default", ">=", "8", lambda g: g("launch/firejail") / g("launch/default")),
    ("sandbox-runtime / launch, default", ">=", "40", lambda g: g("launch/sandbox-runtime") / g("launch/default")),
    ("closure of 400 paths / floor without a closure", "<=", "4",
     lambda g: g("growth/closure:400") / g("growth/closure:none")),
    ("the same by one bind each", "-", "", lambda g: g("growth/closure:400:floor") / g("growth/closure:none")),
    ("400 more mounts / none, in the launcher", "-", "", lambda g: g("growth/mounts:400") / g("growth/mounts:0")),
    ("400 more mounts / none, by bare bwrap", "-", "",
     lambda g: g("growth/mounts:400:floor") / g("growth/mounts:0:floor")),
    ("50 at once / 50 of bare bwrap at once", "<=", "1.10", lambda g: g("growth/at-once:50") / g("growth/at-once:50:floor")),
    ("generator, 1 500 rows / 150", "<=", "10", lambda g: g("growth/generator:1500") / g("growth/generator:150")),
    ("build, 1 500 rows / 150", "<=", "10", lambda g: g("growth/build:1500") / g("growth/build:150")),
    ("generator, 10 profiles / 1", "-", "", lambda g: g("growth/profiles:10") / g("growth/profiles:1")),
    ("--gc, 1 000 instances / 100", "<=", "10", lambda g: g("growth/gc:1000") / g("growth/gc:100")),
    ("size of default, KiB", "<=", "256", lambda g: g("stages/default:size") / 1024),
    ("size of offline, KiB", "<=", "256", lambda g: g("stages/offline:size") / 1024),
    ("size of api, KiB", "<=", "256", lambda g: g("stages/api:size") / 1024),
    ("size of internet, KiB", "<=", "256", lambda g: g("stages/internet:size") / 1024),
    ("memory of the launcher, MiB", "<=", "1", lambda g: g("stages/default:memory") / 1024),
    ("system calls before bwrap, default", "<=", "120", lambda g: g("stages/default:system calls")),
    ("the client's --version, inside / outside", "<=", "1.15",
     lambda g: g("client/client:inside:version") / g("client/client:outside:version")),
    ("the client's first request, inside / outside", "<=", "1.10",
     lambda g: g("client/client:inside:first-request") / g("client/client:outside:first-request")),
    ("throughput, internet / direct", "-", "", lambda g: g("network/internet:throughput") / g("network/direct:throughput")),
    ("throughput, domains / direct", "-", "", lambda g: g("network/domains:throughput") / g("network/direct:throughput")),
    ("requests a second, internet / direct", "-", "", lambda g: g("network/internet:requests") / g("network/direct:requests")),
    ("requests a second, domains / direct", "-", "", lambda g: g("network/domains:requests") / g("network/direct:requests")),
]


def judge(values):
    """(what, sign, limit, measured, met) of every bar whose figures are there."""
    def get(name):
        if not values.get(name):
            raise KeyError(name)
        return values[name]

    verdicts = []
    for what, sign, limit, figure in BARS:
        try:
            value = figure(get)
        except KeyError:
            continue
        met = sign == "-" or (value <= float(limit) if sign == "<=" else value >= float(limit))
        verdicts.append((what, sign, limit, f"{value:.2f}", met))
    return verdicts
