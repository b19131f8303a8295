//! Open connections in all: plain ones, which ask and are answered, and those that have become a socket or a stream. Where
//! a total is reached, the network that holds the most makes room for the others.

use std::{
    collections::{BTreeMap, HashMap},
    net::IpAddr,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use futures_util::future::{FutureExt as _, Shared};
use tokio::sync::oneshot;

/// The most connections of any kind, however many files the system allows.
const MAX_CONNECTIONS: usize = 50_000;

/// The most plain connections. A half-sent request takes about 18 KB.
const MAX_PLAIN: usize = 1_000;

/// The same where nobody can tell networks apart, because all connections come from a proxy.
const MAX_PLAIN_PROXIED: usize = 10_000;

/// File descriptors for everything else: the database, files, connections that are just being closed.
const RESERVED_FILES: usize = 256;

/// How many connections there may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Totals {
    /// Plain ones.
    pub plain: usize,
    /// Sockets and streams.
    pub streams: usize,
}

impl Totals {
    /// For so many file descriptors (`None`: the system has no such limit).
    #[must_use]
    pub fn for_files(limit: Option<u64>, is_proxied: bool) -> Totals {
        let limit = limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
        let all = MAX_CONNECTIONS.min(limit - RESERVED_FILES.min(limit.div_ceil(2)));
        let plain = (all / 2).min(if is_proxied { MAX_PLAIN_PROXIED } else { MAX_PLAIN });
        Totals { plain, streams: all - plain }
    }
}

/// Is ready when a connection has to make room for another one.
pub type Evicted = Shared<oneshot::Receiver<()>>;

/// All open connections.
#[derive(Clone, Debug)]
pub struct Connections {
    pools: Arc<Mutex<Pools>>,
}

#[derive(Debug)]
struct Pools {
    plain: Pool,
    streams: Pool,
    /// Counts changes: whoever has the lowest number is as it is for the longest time.
    change: u64,
}

#[derive(Debug)]
struct Pool {
    max: usize,
    len: usize,
    /// By network; those behind a proxy have none. No entry is empty.
    members: HashMap<Option<IpAddr>, Members>,
}

/// The connections of a network, by when they became what they are, with the means to end them.
#[derive(Default, Debug)]
struct Members {
    idle: BTreeMap<u64, oneshot::Sender<()>>,
    busy: BTreeMap<u64, oneshot::Sender<()>>,
}

/// What a connection does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// It has not asked for anything yet, or not again.
    Idle,
    /// It is being answered.
    Busy,
    /// It has become a socket or a stream.
    Stream,
}

impl Members {
    fn len(&self) -> usize {
        self.idle.len() + self.busy.len()
    }
}

impl Pool {
    fn new(max: usize) -> Pool {
        Pool { max, len: 0, members: HashMap::new() }
    }

    fn put(&mut self, network: Option<IpAddr>, is_idle: bool, change: u64, end: oneshot::Sender<()>) {
        let members = self.members.entry(network).or_default();
        if is_idle { &mut members.idle } else { &mut members.busy }.insert(change, end);
        self.len += 1;
    }

    fn take(&mut self, network: Option<IpAddr>, is_idle: bool, change: u64) -> Option<oneshot::Sender<()>> {
        let members = self.members.get_mut(&network)?;
        let end = if is_idle { &mut members.idle } else { &mut members.busy }.remove(&change)?;
        if members.len() == 0 {
            self.members.remove(&network);
        }
        self.len -= 1;
        Some(end)
    }

    /// Whether there is room for one more from a network, if need be because another connection ends: the oldest of the
    /// network that holds the most, an idle one if there is any. A network that holds the most itself gets nothing. Where
    /// networks are not known, only idle ones end.
    fn make_room(&mut self, network: Option<IpAddr>) -> bool {
        if self.len < self.max {
            return true;
        }
        let own = self.members.get(&network).map_or(0, Members::len);
        let Some((&most, members)) = self.members.iter().max_by_key(|(_, members)| members.len()) else {
            return false;
        };
        if network.is_some() && members.len() <= own {
            return false;
        }
        let idle = members.idle.keys().next().map(|&change| (true, change));
        let busy = || members.busy.keys().next().map(|&change| (false, change));
        let oldest = idle.or_else(|| network.and_then(|_| busy()));
        let end = oldest.and_then(|(is_idle, change)| self.take(most, is_idle, change));
        end.is_some_and(|end| end.send(()).is_ok())
    }
}

impl Pools {
    fn pool(&mut self, kind: Kind) -> &mut Pool {
        if kind == Kind::Stream { &mut self.streams } else { &mut self.plain }
    }

    fn put(&mut self, network: Option<IpAddr>, kind: Kind, end: oneshot::Sender<()>) -> u64 {
        self.change += 1;
        let change = self.change;
        self.pool(kind).put(network, kind == Kind::Idle, change, end);
        change
    }
}

impl Connections {
    /// None yet.
    #[must_use]
    pub fn new(totals: Totals) -> Connections {
        let (plain, streams) = (Pool::new(totals.plain), Pool::new(totals.streams));
        Connections { pools: Arc::new(Mutex::new(Pools { plain, streams, change: 0 })) }
    }

    /// Counts a new connection, which is plain and idle, as long as the result lives. `network` is `None` for all
    /// connections of a proxy. `None`: there is no room for it.
    #[must_use]
    pub fn open(&self, network: Option<IpAddr>) -> Option<Connection> {
        let mut pools = self.lock();
        if !pools.plain.make_room(network) {
            return None;
        }
        let (end, evicted) = oneshot::channel();
        let change = pools.put(network, Kind::Idle, end);
        let is = Mutex::new((Kind::Idle, change));
        Some(Connection { all: self.clone(), network, is, evicted: evicted.shared() })
    }

    fn lock(&self) -> MutexGuard<'_, Pools> {
        self.pools.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One of the open connections.
#[derive(Debug)]
pub struct Connection {
    all: Connections,
    network: Option<IpAddr>,
    is: Mutex<(Kind, u64)>,
    evicted: Evicted,
}

impl Connection {
    /// Is ready when the connection has to end.
    pub fn evicted(&self) -> Evicted {
        self.evicted.clone()
    }

    /// A request has come.
    pub fn begin_request(&self) {
        self.become_kind(Kind::Busy);
    }

    /// The request is answered.
    pub fn end_request(&self) {
        self.become_kind(Kind::Idle);
    }

    /// The answer goes on: a socket or a stream. `false`: there is no room for one more.
    #[must_use]
    pub fn become_stream(&self) -> bool {
        self.become_kind(Kind::Stream)
    }

    fn become_kind(&self, kind: Kind) -> bool {
        let mut is = self.is.lock().unwrap_or_else(PoisonError::into_inner);
        let mut pools = self.all.lock();
        let (was, change) = *is;
        // If it is not there, it had to make room.
        let Some(end) = pools.pool(was).take(self.network, was == Kind::Idle, change) else { return false };
        let has_room = pools.pool(kind).make_room(self.network);
        // A stream that has ended may ask again: it was let in before.
        let becomes = if has_room || kind != Kind::Stream { kind } else { was };
        *is = (becomes, pools.put(self.network, becomes, end));
        becomes == kind
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let (was, change) = *self.is.get_mut().unwrap_or_else(PoisonError::into_inner);
        self.all.lock().pool(was).take(self.network, was == Kind::Idle, change);
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use futures_util::FutureExt as _;

    use super::{Connection, Connections, Totals};

    fn network(number: u8) -> Option<IpAddr> {
        Some(Ipv4Addr::new(192, 0, 2, number).into())
    }

    fn connections(plain: usize, streams: usize) -> Connections {
        Connections::new(Totals { plain, streams })
    }

    fn is_evicted(connection: &Connection) -> bool {
        connection.evicted().now_or_never().is_some()
    }

    fn evicted(connections: &[Connection]) -> Vec<usize> {
        (0..connections.len()).filter(|&index| is_evicted(&connections[index])).collect()
    }

    fn open(all: &Connections, number: u8, count: usize) -> Vec<Connection> {
        (0..count).map_while(|_| all.open(network(number))).collect()
    }

    #[test]
    fn a_newcomer_takes_the_place_of_the_oldest_of_the_largest_network() {
        let all = connections(10, 10);
        let (few, many) = (open(&all, 1, 3), open(&all, 2, 7));
        assert!(all.open(network(2)).is_none(), "the largest network gets no more");
        let newcomers = open(&all, 3, 3);
        assert_eq!(newcomers.len(), 3);
        assert_eq!((evicted(&few), evicted(&many)), (vec![], vec![0, 1, 2]));
        assert!(all.open(network(2)).is_none(), "nor when it is the largest still");
        assert_eq!(all.lock().plain.len, 10);
        drop((few, many, newcomers));
        let pools = all.lock();
        assert!(pools.plain.members.is_empty() && pools.plain.len == 0, "nothing is kept");
    }

    #[test]
    fn what_is_being_answered_is_ended_last() {
        let all = connections(3, 10);
        let many = open(&all, 1, 3);
        many[0].begin_request();
        many[1].begin_request();
        many[1].end_request();
        // The third has been idle longer than the second.
        let newcomers = [all.open(network(2)).unwrap(), all.open(network(3)).unwrap()];
        assert_eq!(evicted(&many), [1, 2]);
        let more = open(&all, 1, 1);
        assert!(more.is_empty(), "nobody holds more than another");
        many[1].begin_request();
        assert!(!many[1].become_stream(), "it is over");
        let all = connections(2, 10);
        let busy = open(&all, 1, 2);
        busy.iter().for_each(Connection::begin_request);
        assert!(all.open(network(2)).is_some(), "where all are busy, the oldest ends");
        assert_eq!(evicted(&busy), [0]);
        drop(newcomers);
    }

    #[test]
    fn a_flood_from_many_networks_lets_every_newcomer_in() {
        let all = connections(200, 10);
        let flood: Vec<_> = (0..20).flat_map(|number| open(&all, number, 400)).collect();
        assert!(all.lock().plain.len <= 200);
        let held = |number: u8| all.lock().plain.members.get(&network(number)).map_or(0, super::Members::len);
        assert!((0..20).all(|number| (9..=11).contains(&held(number))), "all have the same share");
        for number in 100..110 {
            let newcomer = all.open(network(number)).expect("somebody makes room");
            assert!(!is_evicted(&newcomer));
        }
        drop(flood);
        assert_eq!(all.lock().plain.len, 0);
    }

    #[test]
    fn sockets_have_a_total_of_their_own() {
        let all = connections(4, 6);
        let streams: Vec<_> = (0..6)
            .map(|_| open(&all, 1, 1).remove(0))
            .inspect(|stream| {
                stream.begin_request();
                assert!(stream.become_stream());
            })
            .collect();
        let plain = open(&all, 1, 9);
        assert_eq!(plain.len(), 4, "sockets take no place of plain ones");
        assert!(!plain[0].become_stream(), "the network holds the most");
        assert!(!is_evicted(&plain[0]), "and may ask for something else");
        let other = all.open(network(2)).unwrap();
        assert!(other.become_stream());
        assert_eq!(evicted(&streams), [0]);
        // A stream that has ended asks again.
        streams[1].begin_request();
        streams[1].end_request();
        assert_eq!(all.lock().streams.len, 5);
    }

    #[test]
    fn behind_a_proxy_only_idle_ones_make_room() {
        let all = connections(2, 1);
        let one = all.open(None).unwrap();
        one.begin_request();
        let two = all.open(None).unwrap();
        let three = all.open(None).unwrap();
        assert!(is_evicted(&two) && !is_evicted(&one));
        three.begin_request();
        assert!(all.open(None).is_none());
        assert!(one.become_stream() && !three.become_stream());
        assert!(!is_evicted(&one) && !is_evicted(&three));
    }

    #[test]
    fn totals_leave_files_for_the_rest() {
        for limit in
            [Some(0), Some(1), Some(64), Some(1_024), Some(4_096), Some(1 << 20), Some(u64::MAX), None]
        {
            for is_proxied in [false, true] {
                let Totals { plain, streams } = Totals::for_files(limit, is_proxied);
                let all = (plain + streams) as u64;
                assert!(limit.is_none_or(|limit| all <= limit / 2 || all + 256 <= limit), "{limit:?}");
                assert!(all <= 50_000 && plain <= if is_proxied { 10_000 } else { 1_000 });
            }
        }
        assert_eq!(Totals::for_files(Some(4_096), false), Totals { plain: 1_000, streams: 2_840 });
        assert_eq!(Totals::for_files(Some(256), false), Totals { plain: 64, streams: 64 });
        assert_eq!(Totals::for_files(None, true), Totals { plain: 10_000, streams: 40_000 });
    }
}
