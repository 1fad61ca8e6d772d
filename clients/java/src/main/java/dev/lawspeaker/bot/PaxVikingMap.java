package dev.lawspeaker.bot;

import dev.lawspeaker.pax_viking.v1.Catalogue;
import dev.lawspeaker.pax_viking.v1.InfluenceType;
import dev.lawspeaker.pax_viking.v1.NodeInfo;
import dev.lawspeaker.pax_viking.v1.Phase;
import dev.lawspeaker.pax_viking.v1.PlayerView;
import dev.lawspeaker.pax_viking.v1.PostInfo;
import dev.lawspeaker.pax_viking.v1.View;
import dev.lawspeaker.pax_viking.v1.Wind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * What a seat sees in Pax Viking, by POST and by place.
 *
 * <p>A view is flat, so that it is small: columns by POST, Longships in one list, and -1 for nobody. A map has objects for
 * POSTS and for the places where Longships stand, with what is there and what lies one STEP away.
 */
public final class PaxVikingMap {

    /**
     * A place where Longships stand: a REGION, a POST, or the HOME of a Jarl or of a DUCHY.
     *
     * @param number its index in the catalogue's nodes.
     * @param region the REGION that it is or lies in, or the DUCHY whose HOME it is; empty for the HOME of a Jarl.
     * @param post the POST that it is, if it is one.
     * @param home whether it is a HOME, which only its owner may enter.
     * @param neighbours the nodes one STEP away, by number; the own HOMES beside a REGION are not named.
     * @param longships longships there, as indices of the view's longships, ascending.
     */
    public record MapNode(
            int number,
            OptionalInt region,
            OptionalInt post,
            boolean home,
            List<Integer> neighbours,
            List<Integer> longships) {}

    /**
     * A POST.
     *
     * @param number its index in the catalogue's posts.
     * @param node its number among the nodes.
     * @param region the REGION in which it lies.
     * @param wind the WIND in which that REGION lies.
     * @param cost the price of ESTABLISHING there, in silver.
     * @param owner whose Follower is there, if anybody's.
     * @param follower the type of that Follower.
     * @param venture the Venture on it, as an index of the catalogue's tiles.
     */
    public record MapPost(
            int number,
            int node,
            int region,
            Wind wind,
            int cost,
            OptionalInt owner,
            Optional<InfluenceType> follower,
            OptionalInt venture) {}

    private final View view;
    private final OptionalInt seat;
    private final List<MapPost> posts = new ArrayList<>();
    private final List<MapNode> nodes = new ArrayList<>();

    private PaxVikingMap(View view, Catalogue catalogue) {
        this.view = view;
        this.seat = Maps.orNone(view.getSeat());
        Map<Integer, Integer> nodeOf = new HashMap<>();
        for (int i = 0; i < catalogue.getNodesCount(); i++) {
            NodeInfo row = catalogue.getNodes(i);
            nodeOf.put(row.getPost(), i);
            nodes.add(new MapNode(
                    i,
                    Maps.orNone(row.getRegion()),
                    Maps.orNone(row.getPost()),
                    row.getHome(),
                    row.getBesideList(),
                    new ArrayList<>()));
        }
        for (int i = 0; i < view.getLongshipsCount(); i++) {
            int node = view.getLongships(i).getNode();
            if (node >= 0) {
                nodes.get(node).longships().add(i);
            }
        }
        for (int i = 0; i < catalogue.getPostsCount(); i++) {
            posts.add(post(i, nodeOf.get(i), catalogue));
        }
    }

    private MapPost post(int number, int node, Catalogue catalogue) {
        PostInfo row = catalogue.getPosts(number);
        int follower = view.getFollowers(number);
        return new MapPost(
                number,
                node,
                row.getRegion(),
                Maps.orUnknown(
                        Wind.forNumber(catalogue.getRegions(row.getRegion()).getWind()), Wind.UNRECOGNIZED),
                row.getCost(),
                Maps.orNone(view.getOwners(number)),
                follower < 0
                        ? Optional.empty()
                        : Optional.of(Maps.orUnknown(InfluenceType.forNumber(follower), InfluenceType.UNRECOGNIZED)),
                Maps.orNone(view.getTiles(number)));
    }

    /** Returns the view as a map. */
    public static PaxVikingMap of(View view, Catalogue catalogue) {
        return new PaxVikingMap(view, catalogue);
    }

    /** Returns who sees it; empty for a spectator. */
    public OptionalInt seat() {
        return seat;
    }

    /** Returns the part of the turn; PHASE_UNSPECIFIED for one that this SDK does not know. */
    public Phase phase() {
        return Maps.phase(Phase.class, view.getPhase(), Phase.PHASE_UNSPECIFIED);
    }

    /** Returns the POSTS by number. */
    public List<MapPost> posts() {
        return Collections.unmodifiableList(posts);
    }

    /** Returns the nodes by number. */
    public List<MapNode> nodes() {
        return Collections.unmodifiableList(nodes);
    }

    /** Returns the POSTS with a Follower of a seat, or those of nobody, ascending. */
    public List<MapPost> ownedBy(OptionalInt owner) {
        return posts.stream().filter(post -> post.owner().equals(owner)).toList();
    }

    /** Returns the POSTS with a Follower of this seat; none for a spectator. */
    public List<MapPost> own() {
        return seat.isEmpty() ? List.of() : ownedBy(seat);
    }

    /** Returns the Longships of a seat, as indices of the view's longships, wherever they are. */
    public List<Integer> longshipsOf(int owner) {
        return IntStream.range(0, view.getLongshipsCount())
                .filter(i -> view.getLongships(i).getSeat() == owner)
                .boxed()
                .toList();
    }

    /** Returns the other seats, ascending. */
    public List<Integer> rivals() {
        return view.getPlayersList().stream()
                .map(PlayerView::getSeat)
                .filter(other -> !seat.equals(OptionalInt.of(other)))
                .toList();
    }

    /** Returns what the view says of this seat; empty for a spectator. */
    public Optional<PlayerView> me() {
        return seat.isEmpty() ? Optional.empty() : Optional.of(view.getPlayers(seat.getAsInt()));
    }

    /** Returns the own hand, as indices of the catalogue's tiles; empty for a spectator. */
    public List<Integer> hand() {
        return me().map(PlayerView::getHandList).orElse(List.of());
    }
}
